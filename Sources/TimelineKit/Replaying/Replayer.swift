internal import TimelineJSON
package import TimelineJournal

/// Reduces the actions of a timeline again, outside the store: no middleware runs, and no effect.
///
///     var replayer = try Replayer(CounterProgram(), opening: "run.jsonl")
///     while let step = try replayer.next() { print(step.seq, step.state) }
///     print(replayer.divergence == nil)
///     let state = try replayer.state(at: 17)
///
/// A *fresh* replay tries changed code: it leaves recorded snapshots unused and reduces every action from the first
/// position on. States that were set from outside count. Where a step cannot be reduced again, because its action could
/// not be encoded or it is not on file, a fresh replay too goes on from the next recorded state.
///
/// **Threads.** A replayer belongs to one thread at a time. A copy goes its own way, and may be handed to another thread.
/// The reducer runs on the calling thread; actions and states may be decoded ahead on others.
///
/// **Cost.** Opening reads the file once. A state costs the steps from the nearest recorded state, or from the nearest one
/// that was asked for before. In a fresh replay the first look at a late position reduces all steps up to it and leaves
/// checkpoints, so that any number of looks of a bisection together cost at most twice a replay of the whole. The states
/// that are kept take at most 128 MiB, or are few.
///
/// **Errors.** What cannot be answered throws a `ReplayError`, after which the replayer can be used as before.
public struct Replayer<P: Program> {
    /// What knows the types.
    public let program: P

    /// Whether recorded snapshots are left unused.
    public let isFresh: Bool

    package let journal: any ReplayableJournal
    /// Whether the timeline is the log of a replica, none of whose actions is reduced.
    package let isReplicaLog: Bool

    /// Where the walk stands, and on which line it goes on. A walk that another replayer has, too, is not moved.
    private var walk: ReplayWalk<P>?

    /// States to begin from again.
    private var kept: KeptStates<P.State>

    /// The next snapshot for the steps from `from` on; nil where none follows.
    private var upcoming: (from: Int, checkpoint: Checkpoint?)?

    /// What the steps that were taken with `next()` came to. A step that lies before one that was counted counts no more.
    public private(set) var counts = ReplayCounts()
    /// The last step that was counted.
    private var countedUpTo: Int

    /// The first position at which replay and recording disagreed, as far as steps were taken with `next()`. From there on
    /// snapshots are not compared.
    public private(set) var divergence: Divergence<P.State>?

    /// The steps that replay jumped over, because they cannot be reduced again. Of very many separate runs of steps, the
    /// first it came by.
    package private(set) var skippedSteps = RangeSet<Int>()
    private static var skippedLimit: Int { 10_000 }

    /// Told the number of each step just before its reducer runs, and nil when it has returned: what a reducer that traps
    /// cannot say itself. Values may be decoded meanwhile, on other threads.
    package var reducing: ((_ seq: Int?) -> Void)?

    /// Opens the timeline at `path`: a file, or a folder of segments.
    ///
    /// - Parameter isFresh: Whether recorded snapshots are left unused.
    /// - Throws: `ReplayError`: the file is missing, damaged, or another program's.
    public init(_ program: P, opening path: String, fresh isFresh: Bool = false) throws(ReplayError) {
        let journal: Journal
        do throws(JournalError) {
            journal = try Journal(opening: path)
            try journal.requireSound()
        } catch {
            throw ReplayError(.journal(error))
        }
        guard journal.header.program == program.name else {
            throw ReplayError(.foreign(file: path, found: journal.header.program, expected: program.name))
        }
        self.init(program, journal, fresh: isFresh)
    }

    /// - Parameter journal: Of one that was read whole, a `Journal`, many steps are decoded ahead.
    package init(_ program: P, _ journal: any ReplayableJournal, fresh isFresh: Bool = false) {
        let count = isFresh ? journal.end - journal.first : 0
        self.init(program, journal, fresh: isFresh, KeptStates(from: journal.first, spacedOver: count))
    }

    init(_ program: P, _ journal: any ReplayableJournal, fresh isFresh: Bool, _ kept: KeptStates<P.State>) {
        self.program = program
        self.journal = journal
        isReplicaLog = journal.header.isReplicaLog
        self.isFresh = isFresh
        self.kept = kept
        countedUpTo = journal.first
    }

    /// The first position, which has a state and follows no step on file. 0, unless what came before was dropped.
    public var first: Int { journal.first }

    /// The last position that has a state.
    public var last: Int { journal.end }

    /// Where the walk stands: the number of the last step that was taken, nil before the first use.
    public var position: Int? { walk?.seq }

    /// The last position up to there whose state was taken from the recording, or agreed with it.
    package var agreedUpTo: Int? { walk?.agreedUpTo }

    /// Lends the state where the walk stands to `body`; nil before the first use.
    package func withCurrentState<Result>(_ body: (P.State) throws -> Result) rethrows -> Result? {
        guard let walk else { return nil }
        return try body(walk.state)
    }

    /// Keeps the state where the walk stands, so that a later way back to it, or to a step after it, is short.
    package mutating func keepCurrentState() {
        if let walk { kept.keep(walk.kept) }
    }

    // MARK: - Any moment

    /// The state after step `seq`, and the walk stands there.
    ///
    /// - Parameter seq: A position, from `first` to `last`.
    /// - Throws: `ReplayError` where there is no such position; with the line, where an action cannot be decoded; and
    ///   where what led to the state is not on file.
    public mutating func state(at seq: Int) throws(ReplayError) -> P.State {
        guard seq >= first, seq <= last else {
            throw ReplayError(.noSuchPosition(seq: seq, file: journal.name, first: first, last: last))
        }
        var walk = try start(for: seq)
        if isFresh { walk = try pass(freshly: walk, upTo: seq) }
        while walk.seq < seq { try step(walk, to: seq) }
        self.walk = walk
        kept.keep(walk.kept)
        return walk.state
    }

    /// A walk from the nearest place at or before `seq` whose state is at hand.
    mutating func start(for seq: Int) throws(ReplayError) -> ReplayWalk<P> {
        // A fresh replay starts from the first state alone, which is also all that a bundle has.
        let base = isFresh ? first : seq
        let checkpoint = try asking { () throws(JournalError) in try journal.checkpoint(atOrBefore: base) }
        let known = kept.state(atOrBefore: seq)
        if let walk, walk.seq <= seq, walk.seq >= max(checkpoint?.seq ?? 0, known?.seq ?? 0) {
            return try copy(of: walk)
        }
        if let known, known.seq >= checkpoint?.seq ?? 0 {
            let lines = try asking { () throws(JournalError) in try journal.lines(fromStep: known.seq + 1) }
            return ReplayWalk(known, lines)
        }
        guard let checkpoint else {
            // A sound journal begins with a state, unless the run ended before that was on file.
            throw ReplayError(
                .unknowable(seq: seq, file: journal.name, reason: "the run ended before its first state was on file"))
        }
        return try walk(at: checkpoint)
    }

    /// Takes the steps of a fresh replay up to `seq`, and goes on from recorded states where there must be one.
    private mutating func pass(freshly walk: ReplayWalk<P>, upTo seq: Int) throws(ReplayError) -> ReplayWalk<P> {
        var walk = walk
        // Fewer are taken one by one by the time that lines are decoded ahead.
        let goesAhead = seq - walk.seq >= 1024
        while walk.seq < seq {
            let border = min(seq, kept.checkpoint(after: walk.seq))
            if isReplicaLog || !goesAhead || !walk.stepAhead(program, to: border, reducing) {
                if walk.isAhead { walk.goSlow(try lines(after: walk)) }
                do throws(ReplayError) {
                    try step(walk, to: seq)
                } catch {
                    // So that the next look into the same hole need not go the same way.
                    kept.keep(walk.kept)
                    guard case .unknowable(_, _, let why) = error.cause,
                        let next = try jump(from: walk.seq, upTo: seq, why: why)
                    else { throw error }
                    walk = next.walk
                }
            }
            kept.pass(walk.seq, walk.kept)
        }
        return walk
    }

    private func walk(at checkpoint: Checkpoint) throws(ReplayError) -> ReplayWalk<P> {
        let lines = try asking { () throws(JournalError) in try journal.lines(after: checkpoint) }
        let text = try text(of: checkpoint)
        return ReplayWalk(
            checkpoint.seq, try decode(text, "state", checkpoint.seq, at: checkpoint.place), lines,
            agreedUpTo: checkpoint.seq, bytes: text.count)
    }

    private func copy(of walk: ReplayWalk<P>) throws(ReplayError) -> ReplayWalk<P> {
        ReplayWalk(walk.kept, walk.isAhead ? try lines(after: walk) : walk.lines)
    }

    private func lines(after walk: ReplayWalk<P>) throws(ReplayError) -> JournalReader {
        try asking { () throws(JournalError) in try journal.lines(fromStep: walk.seq + 1) }
    }

    private func text(of checkpoint: Checkpoint) throws(ReplayError) -> JSONText {
        try asking { () throws(JournalError) in try journal.state(at: checkpoint) }
    }

    private func decode<Value: Decodable>(
        _ text: JSONText, _ what: String, _ seq: Int, at place: Place
    ) throws(ReplayError) -> Value {
        do throws(JSONCodingError) {
            return try JSONCoding.decode(Value.self, from: text)
        } catch {
            let line = journal.lineNumber(at: place)
            throw ReplayError(
                .undecodable(what: what, seq: seq, file: journal.name, line: line, reason: "\(error)"))
        }
    }

    /// The first snapshot that was taken after step `seq` or a later one.
    private mutating func snapshot(from seq: Int) throws(ReplayError) -> Checkpoint? {
        if let upcoming, (upcoming.from...(upcoming.checkpoint?.seq ?? .max)).contains(seq) {
            return upcoming.checkpoint
        }
        let found = try asking { () throws(JournalError) in try journal.snapshot(from: seq) }
        upcoming = (seq, found)
        return found
    }

    // MARK: - Forward

    /// Takes the next step, from the first position on or from wherever `state(at:)` went, and compares the state with the
    /// snapshot of this step, if there is one. Steps that cannot be reduced again are skipped, up to the next recorded
    /// state.
    ///
    /// Where many steps are taken, actions and snapshots are decoded ahead, on processors that are idle.
    ///
    /// - Returns: The step, or nil at the end.
    /// - Throws: `ReplayError`, with the line, where an action or a snapshot cannot be decoded; and where a step cannot be
    ///   reduced again and no recorded state follows.
    public mutating func next() throws(ReplayError) -> ReplayedStep<P>? {
        try pass(upTo: (position ?? first) + 1) == nil ? nil : walk?.taken
    }

    /// Takes steps in the same way, for those who want no more of them than their numbers.
    ///
    /// - Parameters:
    ///   - target: The last that is taken. Steps that are skipped may lead past it.
    ///   - visit: Called with each state between two of the steps that are taken, and its number. Where it returns false, no
    ///     more steps are taken.
    /// - Returns: The number of the last that was taken, and how many were; nil at the end.
    package mutating func pass(
        upTo target: Int, visiting visit: ((_ seq: Int, _ state: P.State) -> Bool)? = nil
    ) throws(ReplayError) -> (seq: Int, count: Int)? {
        if walk == nil { _ = try state(at: first) }
        guard let seq = walk?.seq, seq < last else { return nil }
        // One that another replayer goes on from, too, stays where it is.
        if !isKnownUniquelyReferenced(&walk), let shared = walk { walk = try copy(of: shared) }
        guard let walk else { return nil }
        // What is compared is the state after a step that a snapshot was taken of.
        let snapshot = seq + 1 < divergence?.seq ?? .max ? try snapshot(from: seq + 1) : nil
        var border = min(target, last, snapshot?.seq ?? .max, kept.checkpoint(after: seq))
        // Of the steps that are taken at once, all count, or none does.
        if seq < countedUpTo { border = min(border, countedUpTo) }
        let sets = walk.setCount
        if isReplicaLog || !walk.stepAhead(program, to: border, reducing, visiting: visit) {
            if walk.isAhead { walk.goSlow(try lines(after: walk)) }
            do throws(ReplayError) {
                try step(walk, to: seq + 1)
            } catch {
                // Its lines stand past what could not be taken.
                walk.goSlow(try lines(after: walk))
                guard case .unknowable(_, _, let why) = error.cause else { throw error }
                let after = try skip(from: seq, why: why)
                return (after, after - seq)
            }
        }
        let isNew = walk.seq > countedUpTo
        if isNew {
            counts.sets += walk.setCount - sets
            counts.replayed += walk.seq - seq - (walk.setCount - sets)
            countedUpTo = walk.seq
        }
        if let snapshot, snapshot.seq == walk.seq, try agrees(walk, snapshot) {
            // A state that was taken from the recording is confirmed by no snapshot of it.
            if isNew, walk.agreedUpTo < walk.seq { counts.confirmed += 1 }
            walk.agreedUpTo = walk.seq
        }
        kept.pass(walk.seq, walk.kept)
        return (walk.seq, walk.seq - seq)
    }

    /// Goes on from the next recorded state after step `seq`.
    private mutating func skip(from seq: Int, why: String) throws(ReplayError) -> Int {
        guard let (walk, skipped) = try jump(from: seq, upTo: last, why: why) else {
            throw ReplayError(.unknowable(seq: seq + 1, file: journal.name, reason: why))
        }
        self.walk = walk
        if walk.seq > countedUpTo {
            counts.skipped += skipped.count
            counts.sets += walk.seq - skipped.upperBound
            countedUpTo = walk.seq
        }
        kept.pass(walk.seq, walk.kept)
        return walk.seq
    }

    /// Takes one step.
    func step(_ walk: ReplayWalk<P>, to target: Int) throws(ReplayError) {
        let (step, line) = try nextStep(walk, to: target)
        switch step.change {
        case .action where isReplicaLog:
            throw ReplayError(
                .unknowable(
                    seq: target, file: journal.name,
                    reason: "it is the log of a replica, and changes of others come between its steps; "
                        + "each instance's own recording has its states"))
        case .action(let text):
            let action: P.Action = try decode(text, "action", step.seq, at: walk.lines.place(of: line))
            reducing?(step.seq)
            program.reduce(&walk.state, action)
            reducing?(nil)
            walk.took(step, action)
        case .set(let text, _):
            walk.state = try decode(text, "state", step.seq, at: walk.lines.place(of: line))
            walk.bytes = text.count
            walk.took(step, nil)
        case .opaque(let description):
            throw ReplayError(
                .unknowable(
                    seq: target, file: journal.name,
                    reason: "the action of step \(step.seq) was not encoded (\(description))"))
        }
    }

    /// The step after that of the walk, which does not take it.
    func nextStep(_ walk: ReplayWalk<P>, to target: Int) throws(ReplayError) -> (Step, LocatedLine) {
        let expected = walk.seq + 1
        while let line = try asking({ () throws(JournalError) in try walk.lines.next() }) {
            switch line.content {
            case .gap(let gap) where gap.through >= expected:
                throw ReplayError(
                    .unknowable(
                        seq: target, file: journal.name,
                        reason: "steps \(gap.seq) to \(gap.through) are not on file: \(gap.why)"))
            case .step(let step) where step.seq == expected: return (step, line)
            default: continue
            }
        }
        throw ReplayError(
            .unknowable(seq: target, file: journal.name, reason: "step \(expected) is not on file"))
    }

    private func asking<Answer>(_ ask: () throws(JournalError) -> Answer) throws(ReplayError) -> Answer {
        do throws(JournalError) { return try ask() } catch { throw ReplayError(error) }
    }

    /// A walk from the next recorded state, with the steps that it skips; nil where there is none up to `target`.
    private mutating func jump(
        from seq: Int, upTo target: Int, why: String
    ) throws(ReplayError) -> (walk: ReplayWalk<P>, skipped: ClosedRange<Int>)? {
        let next = try asking { () throws(JournalError) in try journal.checkpoint(after: seq) }
        guard let next, next.seq <= target else { return nil }
        // Where a snapshot of a state that was set says something else, it is what `state(at:)` begins at, too.
        let last = try asking { () throws(JournalError) in try journal.checkpoint(atOrBefore: next.seq) }
        let walk = try walk(at: last ?? next)
        // A state that was set is a step that replay does take.
        let skipped = seq + 1...max(seq + 1, next.isSet ? next.seq - 1 : next.seq)
        walk.jumped(over: skipped, to: last ?? next, why: why)
        if skippedSteps.ranges.count < Self.skippedLimit { skippedSteps.insert(contentsOf: Range(skipped)) }
        return (walk, skipped)
    }

    /// Whether the state that replay made is that of a snapshot. Where it is not, that is the divergence.
    private mutating func agrees(_ walk: ReplayWalk<P>, _ checkpoint: Checkpoint) throws(ReplayError) -> Bool {
        // Snapshots are decoded ahead. Most states are equal as values, so that nothing need be encoded.
        if walk.withSnapshot(at: checkpoint.place, { $0 == walk.state }) == true { return true }
        let recordedText = try text(of: checkpoint)
        walk.bytes = recordedText.count
        let text = try? JSONCoding.encode(walk.state)
        if let text, text == recordedText { return true }
        let recorded: P.State = try decode(recordedText, "state", checkpoint.seq, at: checkpoint.place)
        if recorded == walk.state { return true }
        do throws(JSONCodingError) {
            let text = if let text { text } else { try JSONCoding.encode(walk.state) }
            let found = try Divergence(
                walk.seq, agreedUpTo: walk.agreedUpTo, recorded: recorded, replayed: walk.state, text)
            guard let found else { return true }
            divergence = found
            return false
        } catch {
            let line = journal.lineNumber(at: checkpoint.place)
            throw ReplayError(.incomparable(seq: walk.seq, file: journal.name, line: line, reason: "\(error)"))
        }
    }
}
