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

    /// Where the walk stands, and on which line it goes on.
    private var cursor: Cursor?

    /// States that were asked for, the latest last. They are values, and share most of their storage.
    private var kept: [(seq: Int, state: P.State, agreedUpTo: Int)] = []
    private static var keptLimit: Int { 64 }

    /// The next snapshot for the steps from `from` on; nil where none follows.
    private var upcoming: (from: Int, checkpoint: Checkpoint?)?

    /// The first position at which replay and recording disagreed, as far as steps were taken with `next()`.
    public private(set) var divergence: Divergence<P.State>?

    /// Told the number of each step just before its reducer runs: what a reducer that traps cannot say itself.
    package var willReduce: ((_ seq: Int) -> Void)?

    /// How many snapshots were seen to agree, as far as steps were taken with `next()`.
    package private(set) var confirmed = 0

    private struct Cursor {
        var seq: Int
        var state: P.State
        var lines: JournalLines
        /// The last position whose state was taken from the recording, or agreed with it.
        var agreedUpTo: Int
    }

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
    public var position: Int? { cursor?.seq }

    // MARK: - Any moment

    /// The state after step `seq`, and the walk stands there.
    ///
    /// - Precondition: `seq` is in `first...last`.
    /// - Throws: `ReplayError`, with the line, where an action cannot be decoded or was not recorded.
    public mutating func state(at seq: Int) throws(ReplayError) -> P.State {
        precondition((first...last).contains(seq), "position \(seq) is not in \(first)...\(last)")
        var cursor = try start(for: seq)
        while cursor.seq < seq { try step(&cursor, to: seq) }
        self.cursor = cursor
        keep(cursor)
        return cursor.state
    }

    /// The nearest place at or before `seq` whose state is at hand.
    private func start(for seq: Int) throws(ReplayError) -> Cursor {
        let checkpoint = try asking { () throws(JournalError) in try journal.checkpoint(atOrBefore: seq) }
        let known = kept.filter { $0.seq <= seq }.max { $0.seq < $1.seq }
        if let cursor, cursor.seq <= seq, cursor.seq >= max(checkpoint?.seq ?? 0, known?.seq ?? 0) { return cursor }
        if let known, known.seq >= checkpoint?.seq ?? 0 {
            let lines = try asking { () throws(JournalError) in try journal.lines(fromStep: known.seq + 1) }
            return Cursor(seq: known.seq, state: known.state, lines: lines, agreedUpTo: known.agreedUpTo)
        }
        guard let checkpoint else {
            // A sound journal begins with a state, unless the run ended before that was on file.
            throw ReplayError(
                .unknowable(seq: seq, file: journal.name, reason: "the run ended before its first state was on file"))
        }
        return try cursor(at: checkpoint)
    }

    private func cursor(at checkpoint: Checkpoint) throws(ReplayError) -> Cursor {
        let lines = try asking { () throws(JournalError) in try journal.lines(after: checkpoint) }
        return Cursor(
            seq: checkpoint.seq, state: try recorded(checkpoint), lines: lines, agreedUpTo: checkpoint.seq)
    }

    private mutating func keep(_ cursor: Cursor) {
        kept.removeAll { $0.seq == cursor.seq }
        kept.append((cursor.seq, cursor.state, cursor.agreedUpTo))
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

    /// The snapshot that was taken just after step `seq`.
    private mutating func snapshot(of seq: Int) throws(ReplayError) -> Checkpoint? {
        if let upcoming, (upcoming.from...(upcoming.checkpoint?.seq ?? .max)).contains(seq) {
            return upcoming.checkpoint.flatMap { $0.seq == seq ? $0 : nil }
        }
        let found = try asking { () throws(JournalError) in try journal.snapshot(from: seq) }
        upcoming = (seq, found)
        return found.flatMap { $0.seq == seq ? $0 : nil }
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
        var cursor = try start(for: before)
        while cursor.seq < last {
            let seq = cursor.seq + 1
            if let action = changed[seq], !skipped.contains(seq) {
                _ = try nextStep(&cursor, to: last)
                program.reduce(&cursor.state, action)
                cursor.seq = seq
            } else if skipped.contains(seq) {
                _ = try nextStep(&cursor, to: last)
                cursor.seq = seq
            } else {
                try step(&cursor, to: last)
            }
        }
        return cursor.state
    }

    // MARK: - Forward

    /// Takes the next step, from the first position on or from wherever `state(at:)` went, and compares it with what was
    /// recorded. Steps that cannot be reduced again are jumped over to the next recorded state. Nil at the end.
    package mutating func next() throws(ReplayError) -> ReplayedStep<P>? {
        if cursor == nil { _ = try state(at: first) }
        guard let position, position < last else { return nil }
        // Taken out, not copied: were the state held twice, the reducer would copy whatever it changes.
        guard var cursor = cursor.take() else { return nil }
        let lines = cursor.lines
        defer { self.cursor = cursor }
        let taken: ReplayedStep<P>
        do throws(ReplayError) {
            taken = try step(&cursor, to: cursor.seq + 1)
        } catch {
            cursor.lines = lines
            guard case .unknowable(_, _, let why) = error.cause else { throw error }
            taken = try jump(&cursor, why: why)
        }
        try compare(taken, &cursor)
        return taken
    }

    /// Takes one step.
    @discardableResult
    private func step(_ cursor: inout Cursor, to target: Int) throws(ReplayError) -> ReplayedStep<P> {
        let (step, line) = try nextStep(&cursor, to: target)
        return try take(step, line, &cursor, target: target)
    }

    /// The step after that of the cursor, which does not take it.
    private func nextStep(_ cursor: inout Cursor, to target: Int) throws(ReplayError) -> (Step, LocatedLine) {
        let expected = cursor.seq + 1
        while let line = try nextLine(&cursor) {
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

    private func take(
        _ step: Step, _ line: LocatedLine, _ cursor: inout Cursor, target: Int
    ) throws(ReplayError) -> ReplayedStep<P> {
        let kind: ReplayedStep<P>.Kind
        switch step.change {
        case .action(let text):
            let action: P.Action = try decode(text, "action", step.seq, at: cursor.lines.place(of: line))
            willReduce?(step.seq)
            program.reduce(&cursor.state, action)
            kind = .reduced(action)
        case .set(let text, let by):
            cursor.state = try decode(text, "state", step.seq, at: cursor.lines.place(of: line))
            kind = .set(by: by)
        case .opaque(let description):
            throw ReplayError(
                .unknowable(
                    seq: target, file: journal.name,
                    reason: "the action of step \(step.seq) was not encoded (\(description))"))
        }
        cursor.seq = step.seq
        return ReplayedStep(seq: step.seq, at: step.at, kind: kind, step: step, state: cursor.state)
    }

    private func nextLine(_ cursor: inout Cursor) throws(ReplayError) -> LocatedLine? {
        do throws(JournalError) { return try cursor.lines.next() } catch { throw ReplayError(error) }
    }

    private func asking<Answer>(_ ask: () throws(JournalError) -> Answer) throws(ReplayError) -> Answer {
        do throws(JournalError) { return try ask() } catch { throw ReplayError(error) }
    }

    /// Goes on from the next recorded state.
    private func jump(_ cursor: inout Cursor, why: String) throws(ReplayError) -> ReplayedStep<P> {
        // Where a snapshot of a state that was set says something else, it is what `state(at:)` begins at, too.
        let checkpoint = try asking { () throws(JournalError) in
            guard let next = try journal.checkpoint(after: cursor.seq), next.seq <= last else {
                return Checkpoint?.none
            }
            return try journal.checkpoint(atOrBefore: next.seq)
        }
        guard let checkpoint else {
            throw ReplayError(.unknowable(seq: cursor.seq + 1, file: journal.name, reason: why))
        }
        let first = cursor.seq + 1
        cursor = try self.cursor(at: checkpoint)
        return ReplayedStep(
            seq: checkpoint.seq, at: checkpoint.at, kind: .jumped(first: first, why: why), step: nil,
            state: cursor.state)
    }

    /// Holds a state that replay made against a snapshot of it, as values after one trip through the coding, so that the
    /// order of a set or a dictionary is no difference.
    private mutating func compare(_ taken: ReplayedStep<P>, _ cursor: inout Cursor) throws(ReplayError) {
        switch taken.kind {
        case .jumped: return
        case .set: cursor.agreedUpTo = taken.seq
        case .reduced: break
        }
        guard taken.seq < divergence?.seq ?? .max, let checkpoint = try snapshot(of: taken.seq) else { return }
        let recorded = try recorded(checkpoint)
        var replayed = taken.state
        if replayed != recorded, let text = try? JSONCoding.encode(replayed),
            let travelled = try? JSONCoding.decode(P.State.self, from: text)
        {
            replayed = travelled
        }
        if replayed == recorded {
            cursor.agreedUpTo = taken.seq
            confirmed += 1
        } else {
            divergence = Divergence(
                seq: taken.seq, agreedUpTo: cursor.agreedUpTo, recorded: recorded, replayed: replayed)
        }
    }
}
