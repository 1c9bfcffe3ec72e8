internal import TimelineJSON
package import TimelineJournal

/// Reduces the actions of a timeline again, off the store: no middleware runs, and no effect.
///
/// The cost of a state is that of the nearest recorded snapshot, state that was set, or state that was asked for before,
/// and of reducing the steps between. A value: a copy walks on by itself.
public struct Replayer<P: Program> {
    /// What knows the types.
    public let program: P

    package let journal: any ReplayableJournal

    /// Where the walk stands, and on which line it goes on. A walk that another replayer has, too, is not moved.
    private var walk: ReplayWalk<P>?

    /// States that were asked for, the latest last. They are values, and share most of their storage.
    private var kept: [(seq: Int, state: P.State, agreedUpTo: Int)] = []
    private static var keptLimit: Int { 64 }

    /// The next snapshot for the steps from `from` on; nil where none follows.
    private var upcoming: (from: Int, checkpoint: Checkpoint?)?

    /// The first position at which replay and recording disagreed, as far as steps were taken with `next()`.
    public private(set) var divergence: Divergence<P.State>?

    /// The step after which that is; nil where there is none.
    package private(set) var divergedAt: Int?

    /// Told the number of each step just before its reducer runs, and nil when it has returned: what a reducer that traps
    /// cannot say itself. Values may be decoded meanwhile, on other threads.
    package var reducing: ((_ seq: Int?) -> Void)?

    /// How many snapshots were seen to agree, as far as steps were taken with `next()`.
    package private(set) var confirmed = 0

    /// Opens the timeline at `path`: a file, or a folder of segments.
    ///
    /// - Throws: `ReplayError`: the file is missing, damaged, or another program's.
    public init(_ program: P, opening path: String) throws(ReplayError) {
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
        self.init(program, journal)
    }

    package init(_ program: P, _ journal: any ReplayableJournal) {
        self.program = program
        self.journal = journal
    }

    /// The first position, which has a state and follows no step on file.
    public var first: Int { journal.first }

    /// The last position that has a state.
    public var last: Int { journal.end }

    /// Where the walk stands: the number of the last step that was taken, nil before the first use.
    public var position: Int? { walk?.seq }

    // MARK: - Any moment

    /// The state after step `seq`, and the walk stands there.
    ///
    /// - Precondition: `seq` is in `first...last`.
    /// - Throws: `ReplayError`, with the line, where an action cannot be decoded or was not recorded.
    public mutating func state(at seq: Int) throws(ReplayError) -> P.State {
        precondition((first...last).contains(seq), "position \(seq) is not in \(first)...\(last)")
        let walk = try start(for: seq)
        while walk.seq < seq { try step(walk, to: seq) }
        self.walk = walk
        keep(walk)
        return walk.state
    }

    /// A walk from the nearest place at or before `seq` whose state is at hand.
    private func start(for seq: Int) throws(ReplayError) -> ReplayWalk<P> {
        let checkpoint = try asking { () throws(JournalError) in try journal.checkpoint(atOrBefore: seq) }
        let known = kept.filter { $0.seq <= seq }.max { $0.seq < $1.seq }
        if let walk, walk.seq <= seq, walk.seq >= max(checkpoint?.seq ?? 0, known?.seq ?? 0) {
            return try copy(of: walk)
        }
        if let known, known.seq >= checkpoint?.seq ?? 0 {
            let lines = try asking { () throws(JournalError) in try journal.lines(fromStep: known.seq + 1) }
            return ReplayWalk(known.seq, known.state, lines, agreedUpTo: known.agreedUpTo)
        }
        guard let checkpoint else {
            // A sound journal begins with a state, unless the run ended before that was on file.
            throw ReplayError(
                .unknowable(seq: seq, file: journal.name, reason: "the run ended before its first state was on file"))
        }
        return try walk(at: checkpoint)
    }

    private func walk(at checkpoint: Checkpoint) throws(ReplayError) -> ReplayWalk<P> {
        let lines = try asking { () throws(JournalError) in try journal.lines(after: checkpoint) }
        return ReplayWalk(checkpoint.seq, try recorded(checkpoint), lines, agreedUpTo: checkpoint.seq)
    }

    private func copy(of walk: ReplayWalk<P>) throws(ReplayError) -> ReplayWalk<P> {
        let lines = walk.isAhead ? try lines(after: walk) : walk.lines
        return ReplayWalk(walk.seq, walk.state, lines, agreedUpTo: walk.agreedUpTo)
    }

    private func lines(after walk: ReplayWalk<P>) throws(ReplayError) -> JournalLines {
        try asking { () throws(JournalError) in try journal.lines(fromStep: walk.seq + 1) }
    }

    private mutating func keep(_ walk: ReplayWalk<P>) {
        kept.removeAll { $0.seq == walk.seq }
        kept.append((walk.seq, walk.state, walk.agreedUpTo))
        if kept.count > Self.keptLimit { kept.removeFirst() }
    }

    private func recorded(_ checkpoint: Checkpoint) throws(ReplayError) -> P.State {
        let text = try asking { () throws(JournalError) in try journal.state(at: checkpoint) }
        return try decode(text, "state", checkpoint.seq, at: checkpoint.place)
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

    // MARK: - What would be

    /// The last state, had some steps not been, or been others. All that followed is reduced again; the states that were
    /// recorded after the first change are passed over, except those that were set from outside.
    ///
    /// - Parameters:
    ///   - skipped: Numbers of steps that were not to be.
    ///   - changed: By the number of a step, the action in its place.
    /// - Throws: `ReplayError`, where there is no such step, or one that follows cannot be reduced again.
    public func today(
        skipping skipped: Set<Int> = [], changing changed: [Int: P.Action] = [:]
    ) throws(ReplayError) -> P.State {
        let numbers = skipped.union(changed.keys)
        for seq in numbers.sorted() where seq <= first || seq > last {
            throw ReplayError(.noSuchStep(seq: seq, file: journal.name, first: first + 1, last: last))
        }
        let before = numbers.min().map { $0 - 1 } ?? last
        let walk = try start(for: before)
        while walk.seq < last {
            let seq = walk.seq + 1
            if let action = changed[seq], !skipped.contains(seq) {
                _ = try nextStep(walk, to: last)
                program.reduce(&walk.state, action)
                walk.seq = seq
            } else if skipped.contains(seq) {
                _ = try nextStep(walk, to: last)
                walk.seq = seq
            } else {
                try step(walk, to: last)
            }
        }
        return walk.state
    }

    // MARK: - Forward

    /// Takes the next step, from the first position on or from wherever `state(at:)` went, and compares it with what was
    /// recorded. Steps that cannot be reduced again are jumped over to the next recorded state. Nil at the end.
    ///
    /// Where many are taken, actions and snapshots are decoded ahead, on processors that are idle.
    package mutating func next() throws(ReplayError) -> ReplayedStep<P>? {
        try pass(upTo: (position ?? first) + 1) == nil ? nil : walk?.taken
    }

    /// Takes steps in the same way, for those who want no more of them than their numbers.
    ///
    /// - Parameter target: The last that is taken. A jump may lead past it.
    /// - Returns: The number of the last that was taken, and how many were; nil at the end.
    package mutating func pass(upTo target: Int) throws(ReplayError) -> (seq: Int, count: Int)? {
        if walk == nil { _ = try state(at: first) }
        guard let seq = walk?.seq, seq < last else { return nil }
        // One that another replayer goes on from, too, stays where it is.
        if !isKnownUniquelyReferenced(&walk), let shared = walk { walk = try copy(of: shared) }
        guard let walk else { return nil }
        // What is compared is the state after a step that a snapshot was taken of.
        let snapshot = seq + 1 < divergedAt ?? .max ? try snapshot(from: seq + 1) : nil
        if !walk.stepAhead(program, to: min(target, last, snapshot?.seq ?? .max), reducing) {
            if walk.isAhead { walk.goSlow(try lines(after: walk)) }
            do throws(ReplayError) {
                try step(walk, to: seq + 1)
            } catch {
                // Its lines stand past what could not be taken.
                walk.goSlow(try lines(after: walk))
                guard case .unknowable(_, _, let why) = error.cause else { throw error }
                self.walk = try jump(from: seq, why: why)
                return self.walk.map { ($0.seq, 1) }
            }
        }
        if let snapshot, snapshot.seq == walk.seq { try compare(walk, snapshot) }
        return (walk.seq, walk.seq - seq)
    }

    /// Takes one step.
    private func step(_ walk: ReplayWalk<P>, to target: Int) throws(ReplayError) {
        let (step, line) = try nextStep(walk, to: target)
        switch step.change {
        case .action(let text):
            let action: P.Action = try decode(text, "action", step.seq, at: walk.lines.place(of: line))
            reducing?(step.seq)
            program.reduce(&walk.state, action)
            reducing?(nil)
            walk.took(step, action)
        case .set(let text, _):
            walk.state = try decode(text, "state", step.seq, at: walk.lines.place(of: line))
            walk.took(step, nil)
        case .opaque(let description):
            throw ReplayError(
                .unknowable(
                    seq: target, file: journal.name,
                    reason: "the action of step \(step.seq) was not encoded (\(description))"))
        }
    }

    /// The step after that of the walk, which does not take it.
    private func nextStep(_ walk: ReplayWalk<P>, to target: Int) throws(ReplayError) -> (Step, LocatedLine) {
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

    /// Goes on from the next recorded state.
    private func jump(from seq: Int, why: String) throws(ReplayError) -> ReplayWalk<P> {
        // Where a snapshot of a state that was set says something else, it is what `state(at:)` begins at, too.
        let checkpoint = try asking { () throws(JournalError) in
            guard let next = try journal.checkpoint(after: seq), next.seq <= last else { return Checkpoint?.none }
            return try journal.checkpoint(atOrBefore: next.seq)
        }
        guard let checkpoint else {
            throw ReplayError(.unknowable(seq: seq + 1, file: journal.name, reason: why))
        }
        let walk = try walk(at: checkpoint)
        walk.jumped(to: checkpoint, first: seq + 1, why: why)
        return walk
    }

    /// Holds a state that replay made against a snapshot of it, as values after one trip through the coding, so that the
    /// order of a set or a dictionary is no difference.
    private mutating func compare(_ walk: ReplayWalk<P>, _ checkpoint: Checkpoint) throws(ReplayError) {
        if walk.withSnapshot(at: checkpoint.place, { $0 == walk.state }) == true { return agree(walk) }
        let recorded = try recorded(checkpoint)
        var replayed = walk.state
        if replayed != recorded, let text = try? JSONCoding.encode(replayed),
            let travelled = try? JSONCoding.decode(P.State.self, from: text)
        {
            replayed = travelled
        }
        if replayed == recorded { return agree(walk) }
        divergence = Divergence(
            seq: walk.seq, agreedUpTo: walk.agreedUpTo, recorded: recorded, replayed: replayed)
        divergedAt = walk.seq
    }

    private mutating func agree(_ walk: ReplayWalk<P>) {
        walk.agreedUpTo = walk.seq
        confirmed += 1
    }
}
