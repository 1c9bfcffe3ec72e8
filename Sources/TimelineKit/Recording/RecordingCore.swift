internal import TimelineJSON
internal import TimelineJournal

/// All that a recorder knows, kept behind its lock: numbers steps, writes lines, and keeps count of what could not be
/// written.
struct RecordingCore<State: Sendable & Encodable & Equatable>: ~Copyable {
    private var file: JournalFile
    private let page: StatusPage?
    private let now: @Sendable () -> Moment
    private let redactor: RecordingRedactor
    private(set) var schedule: SnapshotSchedule

    /// The number of the last step.
    private(set) var seq = 0
    private var at = Moment.zero
    private var actions = 0
    private var snapshots = 0
    private var isFinished = false

    /// The last step whose reducer is known to have returned. Two that run at once may return in either order.
    private var reduced = 0

    /// The step that the last snapshot on file follows.
    private var snapshotSeq = 0
    /// The last snapshot could not be written, and the app was told.
    private var isSnapshotMissing = false

    /// Steps that were reduced and are not on file, since when, and why.
    private var gap: (first: Int, why: String)?

    /// The state that the last step left, held only between steps: to hold it while the reducer runs would make the
    /// reducer copy whatever it changes.
    private var lastState: State?

    /// What to tell the app once the lock is free.
    private(set) var problems: [RecordingProblem] = []

    init(
        file: consuming JournalFile, page: consuming StatusPage?, now: @escaping @Sendable () -> Moment,
        schedule: SnapshotSchedule, initialState: State, redactor: RecordingRedactor = .marksOnly()
    ) {
        self.file = file
        self.page = page
        self.now = now
        self.redactor = redactor
        self.schedule = schedule
        lastState = initialState
        snapshots = 1
    }

    mutating func takeProblems() -> [RecordingProblem] {
        defer { problems = [] }
        return problems
    }

    // MARK: - Steps

    /// Writes a step before its reducer runs, and returns its number.
    ///
    /// - Parameter handed: The state that the reducer is given, where it may not be the one that the last step left.
    mutating func begin(
        _ change: Step.Change, from: Origin, cause: Int?, handed: State?
    ) -> Int {
        if let handed, let lastState, !isSame(lastState, handed) { set(handed, by: "outside") }
        let before = handed ?? lastState
        lastState = nil
        seq += 1
        actions += 1
        at = max(at, now())
        let step = Step(seq: seq, at: at, change: change, from: from, cause: cause)
        write(step, stateBefore: before)
        return seq
    }

    /// The reducer returned, and left `state`. Returns what to take a snapshot of, where one is due.
    mutating func commit(_ seq: Int, _ state: State) -> Snapshotting? {
        note(reduced: seq)
        guard seq == self.seq else { return nil }
        lastState = state
        return snapshotIfDue(state)
    }

    /// A state was put in from outside.
    mutating func set(_ state: State, by: String) {
        seq += 1
        at = max(at, now())
        do throws(JSONCodingError) {
            let text = try redactor.encode(state: state)
            write(Step(seq: seq, at: at, change: .set(text, by: by)), stateBefore: nil)
        } catch {
            lose("the state cannot be encoded: \(error)")
        }
        note(reduced: seq)
        lastState = state
    }

    mutating func mark(_ name: String) {
        if isFinished { return }
        var why = gap?.why
        if why == nil {
            do throws(FileError) {
                try file.append(LineWriter.mark(Mark(seq: seq, at: max(at, now()), name: name)))
            } catch {
                why = error.reason
            }
        }
        if let why { problems.append(RecordingProblem("the mark \"\(name)\" is missing: \(why)")) }
    }

    private mutating func note(reduced seq: Int) {
        reduced = max(reduced, seq)
        page?.note(reduced: reduced)
    }

    private mutating func write(_ step: Step, stateBefore: State?) {
        if isFinished { return lose("the recording was finished") }
        if gap != nil, !close(before: step, stateBefore) { return }
        let line = LineWriter.step(step)
        do throws(FileError) {
            try file.append(line)
            schedule.passed(stepOf: line.count, isOpaque: step.isOpaque)
        } catch {
            lose(error.reason)
        }
    }

    // MARK: - Gaps

    /// The present step is not on file.
    private mutating func lose(_ why: String) {
        guard gap == nil else { return }
        gap = (seq, why)
        problems.append(RecordingProblem("recording stopped at step \(seq): \(why)"))
    }

    /// Tries to write down what is missing, so that `step` may follow. Returns whether it may.
    private mutating func close(before step: Step, _ stateBefore: State?) -> Bool {
        guard let gap, !isFinished else { return false }
        do {
            if step.seq > gap.first {
                let line = Gap(seq: gap.first, at: at, through: step.seq - 1, why: gap.why)
                // A state that is set needs no snapshot before it: it is whole.
                let snapshot = try stateBefore.map {
                    Snapshot(seq: step.seq - 1, at: at, state: try redactor.encode(state: $0))
                }
                guard snapshot != nil || step.isSet else { return false }
                try file.append(LineWriter.gap(line) + (snapshot.map(LineWriter.snapshot) ?? []))
                if let snapshot { noteSnapshot(of: snapshot.seq) }
            }
            let missing = step.seq - gap.first
            problems.append(RecordingProblem("recording goes on at step \(step.seq); \(missing) are missing"))
            self.gap = nil
            return true
        } catch {
            return false
        }
    }

    // MARK: - Snapshots

    /// A state on its way to the file.
    struct Snapshotting: Sendable {
        let seq: Int
        let at: Moment
        let state: State
    }

    private mutating func snapshotIfDue(_ state: State) -> Snapshotting? {
        guard gap == nil, !isFinished, schedule.isDue(at: at) else { return nil }
        schedule.handedOver(at: at)
        return Snapshotting(seq: seq, at: at, state: state)
    }

    private mutating func noteSnapshot(of seq: Int) {
        snapshots += 1
        snapshotSeq = seq
        isSnapshotMissing = false
    }

    /// Writes a snapshot that was encoded elsewhere, unless a later one is on file by now: one that closed a gap.
    mutating func write(_ snapshot: Snapshotting, _ text: Result<JSONText, JSONCodingError>) {
        do {
            let line = LineWriter.snapshot(Snapshot(seq: snapshot.seq, at: snapshot.at, state: try text.get()))
            guard gap == nil, !isFinished, snapshot.seq > snapshotSeq else { return schedule.written(bytes: nil) }
            try file.append(line)
            noteSnapshot(of: snapshot.seq)
            schedule.written(bytes: line.count)
        } catch {
            schedule.written(bytes: nil)
            guard !isSnapshotMissing else { return }
            isSnapshotMissing = true
            problems.append(RecordingProblem("the snapshot of step \(snapshot.seq) is missing: \(error)"))
        }
    }

    /// Ends the recording: a last snapshot, and the line that says that the run ended cleanly.
    mutating func finish() {
        guard !isFinished else { return }
        if let lastState, let text = try? redactor.encode(state: lastState) {
            if gap != nil, seq >= gap!.first {
                let line = Gap(seq: gap!.first, at: at, through: seq, why: gap!.why)
                let snapshot = Snapshot(seq: seq, at: at, state: text)
                if (try? file.append(LineWriter.gap(line) + LineWriter.snapshot(snapshot))) != nil {
                    gap = nil
                    noteSnapshot(of: seq)
                }
            } else if !schedule.isUpToDate,
                (try? file.append(LineWriter.snapshot(Snapshot(seq: seq, at: at, state: text)))) != nil
            {
                noteSnapshot(of: seq)
            }
        }
        if gap == nil {
            let end = End(seq: seq, at: max(at, now()), actions: actions, snapshots: snapshots)
            try? file.append(LineWriter.end(end))
        }
        isFinished = true
        page?.remove()
    }

    /// Whether two states are the same. Most are the same bytes, sharing their storage, and cost no walk.
    private func isSame(_ one: State, _ other: State) -> Bool {
        let areSameBytes = withUnsafeBytes(of: one) { a in withUnsafeBytes(of: other) { a.elementsEqual($0) } }
        return areSameBytes || one == other
    }
}
