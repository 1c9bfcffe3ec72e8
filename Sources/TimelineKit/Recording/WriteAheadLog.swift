/// Writes each step before its reducer runs. Not generic over the app's types: generic code looks up metadata at each step.
struct WriteAheadLog: ~Copyable {
    /// A state that was encoded without the lock: its `encode(to:)` may take a lock, or dispatch.
    typealias StateText = Result<JSONText, JSONCodingError>

    var file: JournalFile
    var page: StatusPage?
    let layer: any FileLayer
    let session: String
    var rotation: Rotation?
    let durability: Durability
    /// Holding a segment keeps its descriptor and its space on the disk, so retention removes it here too.
    var unsyncedSegments: [OpenFile] = []
    var obsoleteFiles: [String] = []
    private let now: @Sendable () -> Moment
    let stopwatch: @Sendable () -> Moment
    var schedule: SnapshotSchedule

    private(set) var seq = 0
    var at = Moment.zero
    /// When the reducer of the last step could begin.
    var begun = Moment.zero
    /// Reducers of less are not slow.
    private static let slow: Int64 = 1000
    /// The time of the step before the last one.
    private var atBefore = Moment.zero
    private var actions = 0
    var snapshots = 0
    private(set) var isFinished = false

    /// The last step whose reducer returned. Concurrent reducers may return in any order.
    var reduced = 0

    /// The snapshot whose state is being encoded.
    var pending: SnapshotRequest?
    var isSnapshotMissing = false
    var fileProblem: JournalFile.Problem?
    private var reportedTypes: Set<ObjectIdentifier> = []

    /// A caller encodes the state before the next step. Steps that begin before it returns, also in `encode(to:)`, request no other.
    var isStateRequested = false
    /// `at` is the time of the next step already.
    private var isTimed = false
    private(set) var gap: OpenGap?
    private(set) var missing = 0
    /// The number of missing marks since the last written mark or closed gap.
    private var missingMarks = 0

    /// The line of the last step. Reuses its memory.
    private var line = JSONBuffer()
    var sites = SiteNumbers()

    /// The number of bytes of the file that are synced, or that a caller is syncing.
    var syncedLength = 0
    var isSyncPlanned = false

    var problems: [RecordingProblem] = []
    /// The kinds of problems that were reported and have not ended.
    var reported: Set<RecordingProblem.Kind> = []

    init(
        file: consuming JournalFile, page: consuming StatusPage?, now: @escaping @Sendable () -> Moment,
        stopwatch: @escaping @Sendable () -> Moment = { .zero }, schedule: SnapshotSchedule, session: String = "",
        durability: Durability = .process, rotation: Rotation? = nil,
        obsoleteFiles: [String] = [], layer: any FileLayer = SystemFiles()
    ) {
        (self.durability, self.session, self.rotation) = (durability, session, rotation)
        (self.obsoleteFiles, self.layer, self.now, self.schedule) = (obsoleteFiles, layer, now, schedule)
        self.stopwatch = stopwatch
        self.file = file
        self.page = page
        snapshots = 1
        syncedLength = self.file.length
    }

    mutating func reportOnce(_ kind: RecordingProblem.Kind, step: Int? = nil, _ message: String) {
        guard reported.insert(kind).inserted else { return }
        problems.append(RecordingProblem(kind, step: step, message))
    }

    mutating func takeProblems() -> [RecordingProblem] {
        defer { problems = [] }
        return problems
    }

    // MARK: - Steps

    @inline(__always) mutating func needsState(before action: BorrowedChange) -> Bool {
        schedule.isStateRequired || gap != nil || rotation != nil && file.isFull(for: action.lineEstimate)
    }

    /// If so, pass it to `begin`, and set `isStateRequested` to false.
    mutating func requestState(before action: BorrowedChange) -> Bool {
        guard !isStateRequested, !isFinished, needsState(before: action) else { return false }
        at = max(at, now())
        isTimed = true
        if gap != nil, !writeGapLine(through: seq) { return false }
        isStateRequested = true
        return true
    }

    mutating func begin(
        _ change: BorrowedChange, from: Origin, cause: Int?, site: DispatchSite? = nil, before: StateText?
    ) -> Int {
        if schedule.isStateRequired { leaveOpaqueStep(before) }
        advance()
        actions += 1
        // A cause that is no earlier step would damage the line.
        let cause = cause.flatMap { 1..<seq ~= $0 ? $0 : nil }
        write(change, from: from, cause: cause, site: site, before: before)
        begun = stopwatch()
        return seq
    }

    private mutating func advance() {
        seq += 1
        atBefore = at
        if !isTimed { at = max(at, now()) }
        isTimed = false
    }

    mutating func commit(_ seq: Int) -> Bool {
        note(reduced: seq)
        guard seq == self.seq else { return false }
        let time = stopwatch().microseconds - begun.microseconds
        if time >= Self.slow { write(time: time) }
        return true
    }

    /// Of the last step: that of one during whose reducer another began is not known. Where it cannot be written, the next step tells.
    private mutating func write(time: Int64) {
        if isFinished || gap != nil { return }
        let end = Moment(microseconds: at.microseconds + time)
        try? file.append(LineWriter.line(.took(ReducerTime(seq: seq, at: end, time: Moment(microseconds: time)))))
    }

    mutating func set(_ state: StateText, by: String) {
        if schedule.isStateRequired { leaveOpaqueStep(nil) }
        advance()
        do throws(JSONCodingError) {
            let change = Step.Change.set(try state.get(), by: by)
            change.withBorrowed { write($0, from: nil, cause: nil, site: nil, before: nil) }
        } catch {
            lose("the state cannot be encoded: \(error)")
        }
        // The line itself shows that no reducer ran.
        reduced = seq
    }

    mutating func reportOpaque(_ type: Any.Type, at seq: Int, _ error: (any Error)?) {
        guard !isFinished, reportedTypes.insert(ObjectIdentifier(type)).inserted else { return }
        let remedy =
            if let error {
                "\(error)"
            } else if type is any Encodable.Type {
                "the recorder's `action` closure returns nil for it"
            } else {
                "make the type Codable, or record a Codable action in its place"
            }
        problems.append(
            RecordingProblem(
                .opaqueAction, step: seq,
                "actions of type \(TypeName(type)) cannot be encoded, so replay cannot reduce step \(seq) and those like "
                    + "it: \(remedy)"))
    }

    // MARK: - Generated values

    mutating func generated(_ value: Result<JSONText, JSONCodingError>, _ name: String, ofStep seq: Int) {
        // Where the step is not on file either, a gap names it.
        if isFinished || gap != nil { return }
        let why: String
        do {
            guard seq == self.seq else {
                return loseValue(name, of: seq, "another thread began step \(self.seq) before it")
            }
            let line = LineWriter.line(.generated(GeneratedValue(seq: seq, at: at, name: name, value: try value.get())))
            try file.append(line)
            return schedule.passed(bytes: line.count)
        } catch let error as FileError {
            why = error.reason
        } catch {
            why = "it cannot be encoded: \(error)"
        }
        loseValue(name, of: seq, why)
    }

    private mutating func loseValue(_ name: String, of seq: Int, _ why: String) {
        schedule.require()
        problems.append(
            RecordingProblem(
                .valueMissing, step: seq, "the value \"\(name)\" that step \(seq) generated is missing: \(why)"))
    }

    mutating func reportUndeclared(_ name: String, at seq: Int) {
        if isFinished { return }
        reportOnce(
            .valueNotDeclared, step: seq,
            "step \(seq) generated the value \"\(name)\", which is not recorded: let the program's `generatesValues` return "
                + "true")
    }

    mutating func mark(_ name: String) {
        if isFinished { return }
        var why = gap?.why
        if why == nil {
            do throws(FileError) {
                try file.append(LineWriter.line(.mark(Mark(seq: seq, at: max(at, now()), name: name))))
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

    /// In a gap, the reader does not know the steps since then, so the line is left out.
    mutating func canceled(_ step: Int) {
        guard !isFinished, gap == nil, 0 < step, step <= seq else { return }
        do throws(FileError) {
            try file.append(LineWriter.line(.canceled(Cancellation(seq: seq, at: max(at, now()), step: step))))
        } catch {
            problems.append(
                RecordingProblem(
                    .cancellationMissing, step: step,
                    "that the work of step \(step) was canceled is missing: \(error.reason)"))
        }
    }

    private mutating func takeMissingMarks() -> String {
        defer { missingMarks = 0 }
        if missingMarks < 2 { return "" }
        return missingMarks == 2 ? ", and another mark" : ", and \(missingMarks - 1) more marks"
    }

    /// Reducers that run at the same time may return in any order.
    private mutating func note(reduced seq: Int) {
        guard seq > reduced else { return }
        reduced = seq
        do throws(FileError) { try page?.note(reduced: seq) } catch {
            page = nil
            reportStatus(error)
        }
    }

    mutating func reportStatus(_ error: FileError) {
        reportOnce(.statusNotWritten, "whether the last reducer returned will not be known after a crash: \(error)")
    }

    private mutating func write(
        _ change: BorrowedChange, from: Origin?, cause: Int?, site: DispatchSite?, before: StateText?
    ) {
        if isFinished { return lose("the recording was finished") }
        if gap != nil, !closeGap(before: change, before) {
            missing += 1
            return
        }
        let number = site.flatMap { sites.number(of: $0) }
        LineWriter.write(change, seq: seq, at: at, from: from?.rawValue, cause: cause, site: number, to: &line)
        if let before, rotation != nil, file.isFull(for: change.lineEstimate) { rotateBeforeStep(before) }
        do throws(FileError) {
            let length = file.length
            if let site, let number, let line = sites.line(of: number, site, after: seq - 1, atBefore) {
                try file.append(line)
                sites.wasWritten(number)
            }
            try line.withBytes { (line) throws(FileError) in try file.append(line) }
            schedule.passed(stepOf: file.length - length, isOpaque: change.isOpaque)
        } catch {
            lose(error.reason)
        }
    }

    // MARK: - Gaps

    private mutating func lose(_ why: String) {
        missing += 1
        guard gap == nil else { return }
        gap = OpenGap(beganAt: seq, why: why)
        problems.append(RecordingProblem(.stopped, step: seq, "recording stopped at step \(seq): \(why)"))
    }

    /// The small line comes before the snapshot, so that on a full disk no large state is encoded.
    private mutating func writeGapLine(through last: Int) -> Bool {
        guard var open = gap, open.retry.mayTry(at: at) else { return false }
        if open.first <= last {
            do throws(FileError) {
                try file.append(LineWriter.line(.gap(open.line(through: last, at: at))), isLast: true)
            } catch { return false }
            open.written(through: last)
            gap = open
        }
        return true
    }

    private mutating func closeGap(before change: BorrowedChange, _ before: StateText?) -> Bool {
        guard !isFinished, change.isSet || before != nil, writeGapLine(through: seq - 1), var open = gap else {
            return false
        }
        do {
            // A `set` line holds the whole state.
            if let before, !change.isSet {
                let snapshot = Snapshot(seq: seq - 1, at: at, state: try before.get())
                try write(LineWriter.line(.snapshot(snapshot)), of: seq - 1)
            }
            gap = nil
            let missing = seq - open.beganAt
            problems.append(
                RecordingProblem(
                    .gapWritten, step: seq,
                    "recording resumes at step \(seq); \(missing) are missing\(takeMissingMarks())"))
            return true
        } catch {
            open.retry.wait(from: at)
            gap = open
            if let error = error as? JSONCodingError { reportMissingSnapshot(of: seq - 1, "\(error)") }
            return false
        }
    }

    // MARK: - The end

    var needsLastSnapshot: Bool { !isFinished && (gap != nil || !schedule.isUpToDate || pending != nil) }

    /// - Parameter state: The last one, if it is known and needed.
    mutating func finish(_ state: StateText?) {
        guard !isFinished else { return }
        checkFile()
        var why: String?
        do throws(FileError) {
            if let state, needsLastSnapshot { try writeLastSnapshot(state) }
            why = gap?.why
            if why == nil { try writeEnd() }
        } catch {
            why = error.reason
        }
        if let why {
            // The status page stays: it holds the number of steps, and that all reducers returned.
            let count = gap.map { seq - $0.beganAt + 1 } ?? 0
            let steps = count == 0 ? "" : count == 1 ? ", and the step before it" : ", and the \(count) steps before it"
            problems.append(
                RecordingProblem(
                    .endMissing, step: seq, "the end of the recording is missing\(steps)\(takeMissingMarks()): \(why)"))
        }
        dropPending()
        isFinished = true
    }

    private mutating func writeEnd() throws(FileError) {
        let end = End(seq: seq, at: max(at, now()), actions: actions, snapshots: snapshots)
        try file.append(LineWriter.line(.end(end)), isLast: true)
        page?.remove()
        page = nil
    }

    private mutating func writeLastSnapshot(_ state: StateText) throws(FileError) {
        let text: JSONText
        do throws(JSONCodingError) { text = try state.get() } catch {
            return reportMissingSnapshot(of: seq, "\(error)")
        }
        gap?.retry = RetryDelay()
        if gap != nil, !writeGapLine(through: seq) { return }
        try write(LineWriter.line(.snapshot(Snapshot(seq: seq, at: at, state: text))), of: seq)
        if let gap {
            let missing = "\(seq - gap.beganAt + 1) are missing\(takeMissingMarks())"
            problems.append(RecordingProblem(.gapWritten, step: seq, "the recording ends with step \(seq); \(missing)"))
        }
        gap = nil
    }
}
