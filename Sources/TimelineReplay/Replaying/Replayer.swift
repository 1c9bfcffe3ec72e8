public import TimelineKit

/// Replays a timeline: reduces its recorded actions again, outside the store. No middleware and no effect runs.
///
///     var replayer = try Replayer(program: CounterProgram(), timeline: "run.jsonl")
///     while let step = try replayer.next() { print(step.seq, step.state) }
///     print(replayer.divergence == nil)
///     let state = try replayer.state(at: 17)
///
/// A *fresh* replay tests changed code: it reduces every action from the first position on, and ignores the snapshots after that
/// position. It still takes states that were set from outside. After a step that cannot be reduced again, it continues with the
/// next recorded state.
///
/// **Threads.** Use a replayer on one thread at a time. A copy is independent, and may be used on another thread. The reducer
/// runs on the calling thread; actions and states may be migrated and decoded on other threads.
///
/// **Cost.** Opening reads the file once. An access to a state reduces the steps that follow the nearest earlier state that is
/// recorded or cached. Requested states are cached. In a fresh replay, the first access to a late position reduces all steps up
/// to it, and caches some of the states on the way; all accesses of a bisection together reduce at most twice as many steps as
/// the timeline has. Cached states take about 128 MiB at most, as estimated from the size of the recorded states. The last two
/// requested states stay in the cache even if they are larger.
///
/// **Errors.** Methods throw `ReplayError`. The replayer can still be used after an error.
public struct Replayer<P: Program> {
    public let program: P

    /// Whether recorded snapshots are ignored.
    public let isFresh: Bool

    package let journal: Journal
    /// The actions in the log of a replica are not reduced.
    package let isReplicaLog: Bool
    let generators: StepGenerators?
    /// Then a reducer may ask for other generated values than those on file: in a fresh replay, and in a timeline of edited steps.
    let isExploratory: Bool
    let migrations: MigrationPath?

    /// A cursor that a copy of this replayer shares is not moved.
    private var cursor: ReplayCursor<P>?

    private var cache: StateCache<P.State>

    /// The result of the last search: the first snapshot of step `from` or a later step.
    private var foundSnapshot: (from: Int, checkpoint: Checkpoint?)?

    /// The number of steps that `next()` has taken, by kind. A step that is taken again is not counted again.
    public private(set) var counts = ReplayCounts()
    private var countedUpTo: Int

    /// The first position at which replay and recording disagree, among the steps that `next()` has taken. Later snapshots are
    /// not compared.
    public private(set) var divergence: Divergence<P.State>?

    /// The steps that replay skipped because they cannot be reduced again. Holds about `skippedLimit` ranges at most.
    package private(set) var skippedSteps = RangeSet<Int>()
    private static var skippedLimit: Int { 10_000 }

    /// Called with the number of each step before its reducer runs, and with nil after it returned: identifies a step that traps.
    package var onReducing: ((_ seq: Int?) -> Void)?

    /// States for which this is true count as equal.
    package var areAlike: ((_ recorded: P.State, _ replayed: P.State) -> Bool)?
    package private(set) var foundAlikeStates = false

    /// Replay continues from each recorded state that it agrees with, decoded, instead of its own: what is not encoded is lost there.
    /// Unless `==` calls them different.
    package var continuesFromRecorded = false
    /// Where `==` calls them different: up to 16 positions, each with the last agreement before it.
    package private(set) var unequalCopies: [(after: Int, seq: Int)] = []
    /// The first position where it does, although it calls each of them equal to itself: a state holds what is not encoded.
    package private(set) var unencodedSeq: Int?
    /// The first steps that changed the state that the first of them began with, of which `kept` is a copy.
    package private(set) var changedCopy: ClosedRange<Int>?
    private var kept: (seq: Int, state: P.State, text: JSONText)?

    /// Opens a timeline.
    ///
    /// - Parameters:
    ///   - path: The path of a file, or of a folder of segments.
    ///   - isFresh: Whether to ignore recorded snapshots.
    /// - Throws: `ReplayError` if the file is missing or damaged, or was recorded by another program.
    public init(program: P, timeline path: String, fresh isFresh: Bool = false) throws(ReplayError) {
        let journal: Journal
        do throws(JournalError) {
            journal = try Journal(opening: path)
            try journal.requireSound(of: program)
        } catch {
            throw ReplayError(.journal(error))
        }
        self.init(program, journal, fresh: isFresh)
    }

    /// - Parameter journal: The timeline. Steps are decoded ahead only from a `Journal`, which has read the whole file.
    package init(_ program: P, _ journal: Journal, fresh isFresh: Bool = false) {
        let count = isFresh ? journal.end - journal.first : 0
        self.init(program, journal, fresh: isFresh, StateCache(from: journal.first, spacedOver: count))
    }

    init(_ program: P, _ journal: Journal, fresh isFresh: Bool, _ cache: StateCache<P.State>) {
        (self.program, self.journal) = (program, journal)
        isReplicaLog = journal.header.isReplicaLog
        generators = StepGenerators(for: program, journal.header)
        self.isFresh = isFresh
        isExploratory = isFresh || journal.header.isDerived
        migrations = MigrationPath(for: program, from: journal.header.version)
        self.cache = cache
        countedUpTo = journal.first
    }

    /// The first position. 0, unless earlier segments were dropped.
    public var first: Int { journal.first }
    /// The last position that has a state.
    public var last: Int { journal.end }

    /// The current position, which is the number of the last step; nil before the first use.
    public var position: Int? { cursor?.seq }
    package var agreedUpTo: Int? { cursor?.agreedUpTo }
    package var hasSkipped: Bool { cursor?.hasJumped == true }

    /// Nil before the first use.
    package func withCurrentState<Result>(_ body: (P.State) throws -> Result) rethrows -> Result? {
        guard let cursor else { return nil }
        return try body(cursor.state)
    }

    package mutating func cacheCurrentState() { if let cursor { cache.add(cursor.cacheEntry) } }

    // MARK: - Access by position

    /// Moves to position `seq`, and returns the state after that step.
    ///
    /// - Parameter seq: A position, from `first` to `last`.
    /// - Throws: `ReplayError` if there is no such position, an action cannot be decoded, or the state cannot be known.
    public mutating func state(at seq: Int) throws(ReplayError) -> P.State {
        guard seq >= first, seq <= last else {
            throw ReplayError(.noSuchPosition(seq: seq, file: journal.name, first: first, last: last))
        }
        var cursor = try startingCursor(for: seq)
        while cursor.seq < seq {
            do throws(ReplayError) {
                try take(cursor, upTo: min(seq, cache.checkpoint(after: cursor.seq)), toward: seq)
            } catch {
                guard isFresh else { throw error }
                // A later access that takes the same steps starts here.
                cache.add(cursor.cacheEntry)
                guard case .unavailable(_, _, let why) = error.cause,
                    let next = try jump(from: cursor.seq, upTo: seq, why: why)
                else { throw error }
                cursor = next.cursor
            }
            cache.addCheckpointIfDue(cursor.seq, cursor.cacheEntry)
        }
        self.cursor = cursor
        cache.add(cursor.cacheEntry)
        return cursor.state
    }

    mutating func startingCursor(for seq: Int) throws(ReplayError) -> ReplayCursor<P> {
        // A fresh replay ignores the recorded states after the first, so it starts from the first state or from a cached one.
        let base = isFresh ? first : seq
        let checkpoint = try ReplayError.converting(try journal.checkpoint(atOrBefore: base))
        let known = cache.state(atOrBefore: seq)
        if let cursor, cursor.seq <= seq, cursor.seq >= max(checkpoint?.seq ?? 0, known?.seq ?? 0) {
            return cursor.copy()
        }
        if let known, known.seq >= checkpoint?.seq ?? 0 { return ReplayCursor(known, lines()) }
        guard let checkpoint else {
            // A sound journal has a first state, unless the run ended before it was written.
            throw ReplayError(
                .unavailable(seq: seq, file: journal.name, reason: "the run ended before its first state was written"))
        }
        return try cursor(at: checkpoint)
    }

    private mutating func snapshot(from seq: Int) throws(ReplayError) -> Checkpoint? {
        if let foundSnapshot, (foundSnapshot.from...(foundSnapshot.checkpoint?.seq ?? .max)).contains(seq) {
            return foundSnapshot.checkpoint
        }
        let found = try ReplayError.converting(try journal.snapshot(from: seq))
        foundSnapshot = (seq, found)
        return found
    }

    // MARK: - Advancing

    /// Takes the step after the current position, or the first step if the replayer was not used before. If the step has a
    /// snapshot, compares it with the new state. Skips steps that cannot be reduced again, up to the next recorded state.
    ///
    /// Actions are decoded ahead on other threads.
    ///
    /// - Returns: The step, or nil at the end.
    /// - Throws: `ReplayError` if an action or a snapshot cannot be decoded, or if a step cannot be reduced again and no recorded
    ///   state follows.
    public mutating func next() throws(ReplayError) -> ReplayedStep<P>? {
        try advance(upTo: (position ?? first) + 1) == nil ? nil : lastStep
    }

    package var lastStep: ReplayedStep<P>? { cursor?.step }

    /// Takes at least one step. May stop before `target`, for example at a snapshot. Returns the new position; nil at the end.
    package mutating func advance(
        upTo target: Int, visiting visit: ((_ seq: Int, _ state: P.State) -> Bool)? = nil
    ) throws(ReplayError) -> Int? {
        if cursor == nil { _ = try state(at: first) }
        if !isKnownUniquelyReferenced(&cursor) { cursor = cursor?.copy() }
        guard let cursor, cursor.seq < last else { return nil }
        let seq = cursor.seq
        // Replay stops at each snapshot to compare the states.
        let snapshot = seq + 1 < divergence?.seq ?? .max ? try snapshot(from: seq + 1) : nil
        var bound = min(target, last, snapshot?.seq ?? .max, cache.checkpoint(after: seq))
        // Stop where the counted steps end, so that either all steps of this call are new or none is.
        if seq < countedUpTo { bound = min(bound, countedUpTo) }
        if continuesFromRecorded, kept == nil { keepCopy(of: cursor) }
        let (sets, made) = (cursor.setCount, cursor.madeValues)
        func count() -> Bool {
            guard cursor.seq > countedUpTo else { return false }
            counts.sets += cursor.setCount - sets
            counts.replayed += cursor.seq - seq - (cursor.setCount - sets)
            counts.madeValues += cursor.madeValues - made
            countedUpTo = cursor.seq
            return true
        }
        do throws(ReplayError) {
            try take(cursor, upTo: bound, toward: seq + 1, visiting: visit)
        } catch {
            if error.code == .generated {
                _ = count()
                // The reducer has changed the state already.
                self.cursor = nil
                _ = try state(at: cursor.seq)
                throw error
            }
            // After other steps, the next call throws the error.
            if cursor.seq == seq {
                guard case .unavailable(_, _, let why) = error.cause else { throw error }
                return try skip(from: seq, why: why)
            }
        }
        let isNew = count()
        if let snapshot, snapshot.seq == cursor.seq, try compareWithSnapshot(cursor, snapshot) {
            // A snapshot does not confirm a state that was taken from the recording.
            if isNew, cursor.agreedUpTo < cursor.seq { counts.confirmed += 1 }
            if continuesFromRecorded, cursor.agreedUpTo < cursor.seq { try continueFromRecorded(cursor, snapshot) }
            cursor.agreedUpTo = cursor.seq
        }
        cache.addCheckpointIfDue(cursor.seq, cursor.cacheEntry)
        return cursor.seq
    }

    private mutating func skip(from seq: Int, why: String) throws(ReplayError) -> Int {
        guard let (cursor, skipped) = try jump(from: seq, upTo: last, why: why) else {
            throw ReplayError(.unavailable(seq: seq + 1, file: journal.name, reason: why))
        }
        self.cursor = cursor
        if cursor.seq > countedUpTo {
            counts.skipped += skipped.count
            counts.sets += cursor.seq - skipped.upperBound
            countedUpTo = cursor.seq
        }
        cache.addCheckpointIfDue(cursor.seq, cursor.cacheEntry)
        return cursor.seq
    }

    private mutating func jump(
        from seq: Int, upTo target: Int, why: String
    ) throws(ReplayError) -> (cursor: ReplayCursor<P>, skipped: ClosedRange<Int>)? {
        let next = try ReplayError.converting(try journal.checkpoint(after: seq))
        guard let next, next.seq <= target else { return nil }
        // If the next state was set and also has a snapshot, start from the snapshot, as `state(at:)` does.
        let last = try ReplayError.converting(try journal.checkpoint(atOrBefore: next.seq))
        // A state that was set is a step that replay takes.
        let skipped = seq + 1...max(seq + 1, next.isSet ? next.seq - 1 : next.seq)
        let cursor = try cursor(at: last ?? next, after: (skipped, why))
        if skippedSteps.ranges.count < Self.skippedLimit { skippedSteps.insert(contentsOf: Range(skipped)) }
        return (cursor, skipped)
    }

    private mutating func continueFromRecorded(
        _ cursor: ReplayCursor<P>, _ checkpoint: Checkpoint
    ) throws(ReplayError) {
        let recorded: P.State = try decode(try text(of: checkpoint), .state, checkpoint.seq, at: checkpoint.place)
        if recorded == cursor.state {
            cursor.state = recorded
        } else if unequalCopies.count < 16 {
            unequalCopies.append((cursor.agreedUpTo, cursor.seq))
            let copy = recorded  // A state with NaN is not equal to itself.
            if unencodedSeq == nil, recorded == copy { unencodedSeq = cursor.seq }
        }
        if changedCopy == nil, let kept, let again = try? JSONCoding.encode(kept.state), again != kept.text {
            changedCopy = kept.seq...cursor.seq
        }
        keepCopy(of: cursor)
    }

    private mutating func keepCopy(of cursor: ReplayCursor<P>) {
        kept = (try? JSONCoding.encode(cursor.state)).map { (cursor.seq, cursor.state, $0) }
    }

    /// Compares the replayed state with the snapshot. If they differ, sets `divergence`.
    private mutating func compareWithSnapshot(
        _ cursor: ReplayCursor<P>, _ checkpoint: Checkpoint
    ) throws(ReplayError) -> Bool {
        // Most snapshots are not decoded.
        if cursor.lines.hasSnapshot(of: cursor.state, at: checkpoint.place) { return true }
        let recordedText = try text(of: checkpoint)
        cursor.bytes = recordedText.count
        let text = try? JSONCoding.encode(cursor.state)
        if let text, text == recordedText { return true }
        let recorded: P.State = try decode(recordedText, .state, checkpoint.seq, at: checkpoint.place)
        if areAlike?(recorded, cursor.state) == true {
            foundAlikeStates = true
            return true
        }
        do throws(JSONCodingError) {
            let text = if let text { text } else { try JSONCoding.encode(cursor.state) }
            let found = try Divergence(
                cursor.seq, agreedUpTo: cursor.agreedUpTo, recorded: recorded, replayed: cursor.state, text)
            guard let found else { return true }
            divergence = found
            return false
        } catch {
            let line = journal.lineNumber(at: checkpoint.place)
            throw ReplayError(.incomparable(seq: cursor.seq, file: journal.name, line: line, reason: "\(error)"))
        }
    }
}
