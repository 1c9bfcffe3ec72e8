internal import TimelineJSON
internal import TimelineJournal
internal import TimelineSystem

/// The state of a recording, kept behind its lock: numbers steps, writes lines, and counts what could not be written.
///
/// It is not generic over the app's types: generic code looks up metadata at each step, and every action passes here twice.
/// The recorder holds the states, and gives the text of one where it is to be written.
struct RecordingCore: ~Copyable {
    /// How to sync lines that may not be on the disk yet, once the recorder's lock is free.
    enum PendingSync: Sendable {
        /// Before the caller goes on.
        case now([OpenFile])
        /// On the recorder's queue, in a second.
        case later
    }

    /// The text of a state that the recorder holds.
    typealias StateText = () throws(JSONCodingError) -> JSONText

    var file: JournalFile
    var page: StatusPage?
    let layer: any FileLayer
    let session: String
    /// The segments of a flight recorder; nil where all goes into one file.
    var rotation: Rotation?
    /// Segments that were left, and are not known to be on the disk.
    var unsyncedSegments: [OpenFile] = []
    /// Segments over the limits, and what lies beside them, to be removed.
    var obsoleteFiles: [String] = []
    /// The next segment could not be created, and this was reported.
    var isSegmentMissing = false
    /// The status page of this segment could not be created, and this was reported.
    var isPageMissing = false
    private let now: @Sendable () -> Moment
    var schedule: SnapshotSchedule

    /// The number of the last step.
    private(set) var seq = 0
    var at = Moment.zero
    private var actions = 0
    var snapshots = 0
    private(set) var isFinished = false

    /// The last step whose reducer is known to have returned. Two that run at once may return in either order.
    var reduced = 0

    /// States that were handed over and are not on file yet.
    var backlog = SnapshotBacklog()
    /// When to try again to write the first of them.
    var backlogRetry = RetryDelay()
    /// More states were handed over than the queue could encode, and this was reported.
    var isBehind = false
    /// The last snapshot could not be written, and this was reported.
    var isSnapshotMissing = false
    /// Snapshots of opaque steps that are missing since one was reported: how many, and the step of the last.
    var missingSnapshots = (count: 0, last: 0)
    /// A snapshot found no room. Reported when the next line finds room; where it finds none, its own problem says so.
    var unplacedSnapshot: RecordingProblem?
    /// Types of actions that cannot be encoded and were reported.
    private var opaqueTypes: Set<ObjectIdentifier> = []

    /// Steps that were reduced and are not on file, and how many there were of them in all.
    private(set) var gap: OpenGap?
    private(set) var missing = 0
    /// Marks that are not on file, since one was written last or a gap was closed. The first is reported by its name.
    private var missingMarks = 0
    /// What others did to the file, as far as reported.
    var reportedFileProblems: [JournalFile.Problem] = []

    /// The line of the last step: kept for its memory, which the next one needs again.
    private var line = LineBuffer()

    /// How many bytes of the file are synced, or on their way to be.
    var syncedLength = 0
    /// A sync of what is not synced will come by itself.
    private var isSyncPlanned = false
    /// The last sync failed, and this was reported.
    private var isSyncMissing = false

    /// What to report once the lock is free.
    var problems: [RecordingProblem] = []

    init(
        file: consuming JournalFile, page: consuming StatusPage?, now: @escaping @Sendable () -> Moment,
        schedule: SnapshotSchedule, session: String = "", rotation: Rotation? = nil, obsoleteFiles: [String] = [],
        layer: any FileLayer = SystemFiles()
    ) {
        self.session = session
        self.rotation = rotation
        self.obsoleteFiles = obsoleteFiles
        self.layer = layer
        self.file = file
        self.page = page
        self.now = now
        self.schedule = schedule
        snapshots = 1
        syncedLength = self.file.length
    }

    mutating func takeProblems() -> [RecordingProblem] {
        defer { problems = [] }
        return problems
    }

    // MARK: - Steps

    /// Writes a step before its reducer runs, and returns its number.
    ///
    /// - Parameters:
    ///   - isStateKnown: Whether `before` may be asked.
    ///   - before: The state that the reducer is given.
    mutating func begin(
        _ change: BorrowedChange, from: Origin, cause: Int?, isStateKnown: Bool = true, before: StateText
    ) -> Int {
        if schedule.isStateOwed { settleStateOwed(isKnown: isStateKnown, before) }
        seq += 1
        actions += 1
        at = max(at, now())
        write(change, from: from, cause: cause, isStateKnown: isStateKnown, before: before)
        return seq
    }

    /// The reducer returned from step `seq`. Returns whether that was the last step, so that what it left is known.
    mutating func commit(_ seq: Int) -> Bool {
        note(reduced: seq)
        return seq == self.seq
    }

    /// A state was put in from outside.
    mutating func set(_ state: StateText, by: String) {
        if schedule.isStateOwed { settleStateOwed(isKnown: false, state) }
        seq += 1
        at = max(at, now())
        do throws(JSONCodingError) {
            let change = Step.Change.set(try state(), by: by)
            change.withBorrowed { write($0, from: nil, cause: nil, isStateKnown: true, before: state) }
        } catch {
            lose("the state cannot be encoded: \(error)")
        }
        note(reduced: seq)
    }

    /// Reports that actions of this type cannot be encoded, once.
    ///
    /// - Parameters:
    ///   - seq: The step of one of them.
    ///   - failure: Why it could not be encoded; nil where its type cannot be at all.
    mutating func reportOpaque(_ type: Any.Type, at seq: Int, _ failure: (any Error)?) {
        guard !isFinished, opaqueTypes.insert(ObjectIdentifier(type)).inserted else { return }
        let remedy =
            if let failure {
                "\(failure)"
            } else if type is any Encodable.Type {
                "what the recorder was given to encode actions has nothing for it"
            } else {
                "make the type Codable, or record a Codable action in its place"
            }
        problems.append(
            RecordingProblem(
                .opaqueAction, step: seq,
                "actions of type \(TypeName(type)) cannot be encoded, so replay cannot reduce step \(seq) and those like "
                    + "it: \(remedy)"))
    }

    mutating func mark(_ name: String) {
        if isFinished { return }
        var why = gap?.why
        if why == nil {
            do throws(FileError) {
                try file.append(LineWriter.mark(Mark(seq: seq, at: max(at, now()), name: name)))
                missingMarks = 0
            } catch {
                why = error.reason
            }
        }
        guard let why else { return }
        missingMarks += 1
        if missingMarks == 1 {
            problems.append(RecordingProblem(.markMissing, step: seq, "the mark \"\(name)\" is missing: \(why)"))
        }
    }

    /// The end of a message that counts the marks that were not reported by name.
    private mutating func takeMissingMarks() -> String {
        defer { missingMarks = 0 }
        if missingMarks < 2 { return "" }
        return missingMarks == 2 ? ", and another mark" : ", and \(missingMarks - 1) more marks"
    }

    private mutating func note(reduced seq: Int) {
        reduced = max(reduced, seq)
        page?.note(reduced: reduced)
    }

    /// Writes the present step.
    private mutating func write(
        _ change: BorrowedChange, from: Origin?, cause: Int?, isStateKnown: Bool, before: StateText
    ) {
        if isFinished { return lose("the recording was finished") }
        if gap != nil, !(isStateKnown && closeGap(before: change, before)) {
            missing += 1
            return
        }
        LineWriter.write(change, seq: seq, at: at, from: from?.rawValue, cause: cause, to: &line)
        do throws(FileError) {
            let length = file.length
            try line.withBytes { (line) throws(FileError) in try file.append(line) }
            schedule.passed(stepOf: file.length - length, isOpaque: change.isOpaque)
            reportUnplacedSnapshot()
        } catch {
            lose(error.reason)
        }
    }

    // MARK: - Gaps

    /// The present step is not on file.
    private mutating func lose(_ why: String) {
        missing += 1
        guard gap == nil else { return }
        gap = OpenGap(beganAt: seq, why: why)
        unplacedSnapshot = nil
        problems.append(RecordingProblem(.stopped, step: seq, "recording stopped at step \(seq): \(why)"))
    }

    /// Tries to write down what is missing, so that the present step may follow. Returns whether it may.
    ///
    /// The line of the gap goes first, and alone: it is small, and where it finds no room the state, which may be large,
    /// is not encoded in vain. Where the state finds no room, or cannot be encoded, the next try waits.
    private mutating func closeGap(before change: BorrowedChange, _ before: StateText) -> Bool {
        guard var open = gap, !isFinished, open.retry.mayTry(at: at) else { return false }
        do {
            try file.append(LineWriter.gap(open.line(through: seq - 1, at: at)))
            open.written(through: seq - 1)
            // A state that is set needs no snapshot before it: it is whole.
            if !change.isSet {
                try settleBacklog()
                let state = try before()
                try file.append(LineWriter.snapshot(Snapshot(seq: seq - 1, at: at, state: state)))
                noteSnapshot()
            }
            gap = nil
            let missing = seq - open.beganAt
            problems.append(
                RecordingProblem(
                    .gapWritten, step: seq,
                    "recording goes on at step \(seq); \(missing) are missing\(takeMissingMarks())"))
            return true
        } catch {
            if open.first == seq { open.retry.wait(from: at) }
            gap = open
            if let error = error as? JSONCodingError { reportMissingSnapshot(of: seq - 1, "\(error)") }
            return false
        }
    }

    // MARK: - Syncing

    /// The sync that unsynced lines need; nil where there are none, or one is planned.
    mutating func takePendingSync(isTimed: Bool) -> PendingSync? {
        guard file.length != syncedLength || !unsyncedSegments.isEmpty else { return nil }
        if !isTimed { return .now(takeUnsynced()) }
        if isSyncPlanned { return nil }
        isSyncPlanned = true
        return .later
    }

    /// The files that have lines that are not synced. The caller syncs them, once the lock is free.
    ///
    /// - Parameter wasPlanned: Whether this is the sync that `takePendingSync` asked for, so that another may be planned.
    mutating func takeUnsynced(wasPlanned: Bool = false) -> [OpenFile] {
        if wasPlanned { isSyncPlanned = false }
        defer { unsyncedSegments = [] }
        guard file.length != syncedLength else { return unsyncedSegments }
        syncedLength = file.length
        return unsyncedSegments + [file.handle]
    }

    mutating func noteSync(_ failure: FileError?) {
        if let failure, !isSyncMissing {
            problems.append(
                RecordingProblem(.notSynced, "what is recorded may be lost with the power: \(failure.reason)"))
        }
        isSyncMissing = failure != nil
    }

    // MARK: - The end

    /// Reports once what others did to the file: deleted it, closed it, wrote to it or cut it.
    mutating func checkFile() {
        guard let problem = file.problem(), !reportedFileProblems.contains(problem) else { return }
        reportedFileProblems.append(problem)
        problems.append(RecordingProblem(problem.kind, "\(file.path) \(problem)"))
    }

    /// Ends the recording: a last snapshot, and the line that says that the run ended cleanly.
    ///
    /// - Parameters:
    ///   - isStateKnown: Whether `state` may be asked: the last reducer returned.
    ///   - state: What the last step left.
    mutating func finish(isStateKnown: Bool = true, _ state: StateText) {
        guard !isFinished else { return }
        checkFile()
        finishBacklog()
        var why: String?
        do throws(FileError) {
            if isStateKnown { try writeLastSnapshot(state) }
            why = gap?.why
            if why == nil { try writeEnd() }
        } catch {
            why = error.reason
        }
        if let why {
            // The page stays: it says how many steps there were, and that all reducers returned.
            let count = gap.map { seq - $0.beganAt + 1 } ?? 0
            let steps = count == 0 ? "" : count == 1 ? ", and the step before it" : ", and the \(count) steps before it"
            problems.append(
                RecordingProblem(
                    .endMissing, step: seq, "the end of the recording is missing\(steps)\(takeMissingMarks()): \(why)"))
        }
        reportMissingSnapshots()
        isFinished = true
    }

    private mutating func writeEnd() throws(FileError) {
        try file.append(LineWriter.end(End(seq: seq, at: max(at, now()), actions: actions, snapshots: snapshots)))
        reportUnplacedSnapshot()
        page?.remove()
    }

    /// What `finish` writes before the end: the open gap, and the last state where it is not on file.
    private mutating func writeLastSnapshot(_ state: StateText) throws(FileError) {
        guard gap != nil || !schedule.isUpToDate else { return }
        let text: JSONText
        do throws(JSONCodingError) { text = try state() } catch {
            return reportMissingSnapshot(of: seq, "\(error)")
        }
        var lines = LineWriter.snapshot(Snapshot(seq: seq, at: at, state: text))
        if let gap, gap.first <= seq { lines = LineWriter.gap(gap.line(through: seq, at: at)) + lines }
        try file.append(lines)
        if let gap {
            let missing = "\(seq - gap.beganAt + 1) are missing\(takeMissingMarks())"
            problems.append(RecordingProblem(.gapWritten, step: seq, "the recording ends with step \(seq); \(missing)"))
        }
        gap = nil
        noteSnapshot()
    }
}

extension JournalFile.Problem {
    fileprivate var kind: RecordingProblem.Kind {
        switch self {
        case .deleted: .fileDeleted
        case .closed: .fileClosed
        case .extended: .fileExtended
        case .cut: .fileCut
        }
    }
}
