internal import Dispatch
internal import TimelineDebugger
internal import TimelineJSON
internal import TimelineJournal
internal import TimelineKit
internal import TimelineSystem

/// Keeps the page of a file up to date to which an app records.
///
/// Used by one thread.
struct FilePage {
    private let file: String
    private let journal: Journal
    /// The program that makes the states; nil if only those on file are known.
    private let program: (any Program)?
    private let invariants: (any PageInvariants)?
    private var follower: JournalFollower
    private let changes: FileChanges
    /// Of the file when it was last read; nil of a folder.
    private var status: FileStatus?

    /// The time for a reducer to return. After that, its step is shown without the state after it.
    private static let reducerTime = Duration.seconds(1)

    /// A writer without the lock of a recorder, such as a copy, counts as ended this long after its last change, in seconds.
    private static let writingTime = 3
    /// The time between two looks at whether the file is still written.
    private static let interval = DispatchTimeInterval.seconds(1)

    init(
        _ file: String, _ journal: Journal, _ program: (any Program)?, _ invariants: (any PageInvariants)?
    ) throws {
        self.file = file
        self.journal = journal
        self.program = program
        self.invariants = invariants
        changes = try FileChanges(of: file)
        status = FileStatus.isFolder(file) ? nil : FileStatus(file, followsLinks: true)
        follower = journal.follower(fromStep: journal.last)
    }

    /// Whether the run goes on. A recorder holds the lock of its file until the run ends, also by a crash.
    var recordingStatus: ServedPage.Status {
        if FileDescriptor.isLocked(follower.file) { return .live }
        if let status = FileStatus(follower.file, followsLinks: true), status.age < Self.writingTime { return .live }
        return .ended(
            """
            \(file) has no end line, and nothing writes to it: the app crashed, or was killed, or the file is a copy. This \
            page goes on if steps are added.
            """)
    }

    mutating func run(_ page: ServedPage) throws {
        while true {
            let lines = try newLines(on: page)
            if !lines.isEmpty {
                try show(lines, on: page)
                page.show(.live)
                page.publish()
                page.show(invariants?.found ?? (nil, RangeSet()))
            }
            if follower.hasEnded { return }
            if lines.isEmpty {
                try requireSameFile()
                page.show(recordingStatus)
                changes.wait(atMost: Self.interval)
            }
        }
    }

    /// Throws if the file is no longer the one that is on the page.
    private mutating func requireSameFile() throws(ToolError) {
        guard let status else { return }
        guard let now = FileStatus(file, followsLinks: true), now.isSameFile(as: status), now.size >= status.size else {
            throw replaced
        }
        self.status = now
    }

    private var replaced: ToolError {
        ToolError(
            .badFile,
            """
            \(file) was replaced, cut short or deleted. To show what is there now, end this command with control-C, and \
            start it again.
            """)
    }

    /// The number of steps whose states are made at once. With large states it is smaller, to limit memory.
    private static func batch(stateBytes: Int) -> Int { max(1, min(1000, (32 << 20) / max(1, stateBytes))) }

    private mutating func newLines(on page: ServedPage) throws -> [Line] {
        let (last, marks, bytes) = page.grow { ($0.last, $0.marks, $0.position.state?.bytes.count ?? 0) }
        var lines: [Line] = []
        while lines.count < Self.batch(stateBytes: bytes), let line = try follower.next() {
            if let missed = follower.missed {
                throw ToolError(
                    .badFile,
                    """
                    rotation removed steps \(missed.lowerBound) to \(missed.upperBound) of \(file) before they were read. To \
                    show what is there now, end this command with control-C, and start it again.
                    """)
            }
            switch line.content {
            case .step(let step) where step.seq <= last: continue
            case .gap(let gap) where gap.through <= last: continue
            case .mark(let mark) where marks.contains(mark): continue
            case .step, .gap, .snapshot, .mark: lines.append(line.content)
            case .header, .generated, .end, .unknown: continue
            }
        }
        return lines
    }

    private func show(_ lines: [Line], on page: ServedPage) throws {
        var states = States(recordedIn: lines)
        if let program, let last = lines.compactMap(Self.lastStep).last {
            states = try replayed(program, page.grow { $0.last } + 1...last)
        }
        page.grow { page in
            for line in lines {
                switch line {
                case .step(let step):
                    if states.breaks.contains(step.seq) { page.forgetState() }
                    page.append(step, states.texts[step.seq])
                case .gap(let gap): page.append(gap, states.texts[gap.through])
                case .mark(let mark): page.append(mark)
                case .snapshot(let snapshot): page.appendSnapshot(of: snapshot.seq)
                default: break
                }
            }
        }
    }

    private struct States {
        var texts: [Int: JSONText] = [:]
        /// The steps whose states do not come from those before.
        var breaks: Set<Int> = []

        init() {}

        init(recordedIn lines: [Line]) {
            for line in lines {
                switch line {
                case .snapshot(let snapshot): texts[snapshot.seq] = JSONText(snapshot.state.value)
                case .step(let step):
                    if case .set(let state, _) = step.change { texts[step.seq] = JSONText(state.value) }
                default: break
                }
            }
        }
    }

    /// The last step of a line that is a row of the page.
    private static func lastStep(of line: Line) -> Int? {
        switch line {
        case .step(let step): step.seq
        case .gap(let gap): gap.through
        default: nil
        }
    }

    private func replayed<P: Program>(_ program: P, _ steps: ClosedRange<Int>) throws -> States {
        let end = ContinuousClock.now + Self.reducerTime
        // The last step on file may not be reduced yet.
        var journal = try open()
        while journal.end < steps.upperBound, ContinuousClock.now < end {
            _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(20))
            journal = try open()
        }
        guard journal.header.session == self.journal.header.session else { throw replaced }
        var found = States()
        guard journal.end >= steps.lowerBound else { return found }
        var states = PageStates(program, journal)
        let invariants = invariants as? ProgramInvariants<P>
        try states.walk(steps.lowerBound...min(steps.upperBound, journal.end)) { seq, state in
            found.texts[seq] = try JSONCoding.encode(state)
            try invariants?.visit(state, at: seq)
        } unknown: { _ in
        } onDivergence: { seq in
            found.breaks.insert(seq)
            invariants?.forgetState()
        }
        return found
    }

    private func open() throws -> any ReplayableJournal {
        if let journal = SearchedJournal.open(file) { return journal }
        let journal = try Journal(opening: file)
        try journal.requireSound()
        return journal
    }
}
