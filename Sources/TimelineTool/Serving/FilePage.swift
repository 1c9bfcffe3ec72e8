internal import Dispatch
internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

struct FilePage {
    private let file: String
    private let journal: Journal
    /// nil if only the states on file are known.
    private let program: (any Program)?
    private let invariants: (any PageInvariants)?
    private var follower: JournalFollower
    private let changes: FileChanges
    /// nil of a folder.
    private var status: FileStatus?

    /// After this time, a step is shown without the state after it.
    private static let reducerTime = Duration.seconds(1)

    /// The seconds after which a writer without the lock of a recorder, such as a copy, counts as ended.
    private static let writingTime = 3
    private static let interval = DispatchTimeInterval.seconds(1)

    init(_ file: String, _ journal: Journal, _ program: (any Program)?, _ invariants: (any PageInvariants)?) throws {
        (self.file, self.journal, self.program, self.invariants) = (file, journal, program, invariants)
        changes = try FileChanges(of: file)
        status = FileStatus.isFolder(file) ? nil : FileStatus(file, followsLinks: true)
        follower = try journal.follower(fromStep: journal.last)
    }

    /// A recorder holds the lock of its file until the run ends, also by a crash.
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
            let new = try page.newLines(of: file, &follower)
            if !new.isEmpty {
                try show(new, on: page)
                if new.contains(where: { $0.outline.isStep || $0.outline.kind == .mark }) { page.show(.live) }
                page.publish()
                page.show(invariants?.found ?? (nil, RangeSet()))
            }
            if follower.hasEnded { return }
            if new.isEmpty {
                try requireSameFile()
                page.show(recordingStatus)
                changes.wait(atMost: Self.interval)
            }
        }
    }

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

    private func show(_ lines: [Line], on page: ServedPage) throws {
        var states: [Int: JSONText] = [:]
        var breaks: Set<Int> = []
        if program == nil {
            for line in lines { if let state = line.state { states[line.outline.seq] = JSONText(state.value) } }
        } else if let last = lines.map(\.outline).last(where: \.isStep)?.through {
            (states, breaks) = try replayed(page.grow { $0.end.last } + 1...last)
        }
        page.grow { $0.append(lines, states, breaks: breaks) }
    }

    /// The states after steps, and the first steps of rows that do not come from the states before.
    private typealias Replayed = (states: [Int: JSONText], breaks: Set<Int>)

    private func replayed(_ steps: ClosedRange<Int>) throws -> Replayed {
        let end = ContinuousClock.now + Self.reducerTime
        // The last step on file may not be reduced yet.
        var journal = try open()
        while journal.end < steps.upperBound, ContinuousClock.now < end {
            _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(20))
            journal = try open()
        }
        guard journal.header.session == self.journal.header.session else { throw replaced }
        guard let program, journal.end >= steps.lowerBound else { return ([:], []) }
        return try walk(program, journal, steps.lowerBound...min(steps.upperBound, journal.end))
    }

    private func walk<P: Program>(_ program: P, _ journal: Journal, _ steps: ClosedRange<Int>) throws -> Replayed {
        var found = Replayed([:], [])
        var states = ReplayedStates(TrapReport.watched(Replayer(program, journal)))
        var walk = (invariants as? ProgramInvariants<P>)?.walk(states)
        // A rule of changes reads the state before.
        try states.walkAcrossBreaks(max(journal.first, steps.lowerBound - 1)...steps.upperBound) { seq, state in
            try walk?.visit(state, at: seq, isKnown: seq < steps.lowerBound)
            if seq >= steps.lowerBound { found.states[seq] = try ReplayError.encode(state, at: seq, of: file) }
        } unknown: { _ in
        } onBreak: { seq, _, _ in
            found.breaks.insert(seq)
            walk?.forgetState()
        }
        return found
    }

    private func open() throws -> Journal {
        if let journal = Journal.searched(file) { return journal }
        let journal = try Journal(opening: file)
        try journal.requireSound()
        return journal
    }
}
