internal import TimelineKit

/// A state of a replay, and the lines after it. A class, so that the state changes in place; a replayer that shares a cursor copies it
/// before it moves.
final class ReplayCursor<P: Program> {
    /// Steps that cannot be reduced again, and the recorded state from which replay continued.
    struct Jump {
        let steps: ClosedRange<Int>
        let why: String
        let checkpoint: Checkpoint
    }

    var seq: Int
    var state: P.State
    /// The last position whose state was taken from the recording, or agreed with it.
    var agreedUpTo: Int
    /// Of the last recorded state as JSON, as an estimate for the current one.
    var bytes: Int
    var setCount = 0
    var madeValues = 0
    var lines: DecodedLines<P>
    private var jump: Jump?

    init(_ entry: StateCache<P.State>.Entry, _ lines: DecodedLines<P>, after jump: Jump? = nil) {
        (seq, state, agreedUpTo, bytes) = (entry.seq, entry.state, entry.agreedUpTo, entry.bytes)
        (self.lines, self.jump) = (lines, jump)
    }

    func copy() -> ReplayCursor { ReplayCursor(cacheEntry, lines, after: jump) }

    var cacheEntry: StateCache<P.State>.Entry { .init(seq: seq, state: state, agreedUpTo: agreedUpTo, bytes: bytes) }
    var hasJumped: Bool { jump?.checkpoint.seq == seq }

    func reduce(_ program: P, _ action: P.Action, _ values: RecordedValues?) -> RecordedValues.Mismatch? {
        guard let values else {
            program.reduce(&state, action)
            return nil
        }
        GeneratedScope.reduce(values, seq: 0) { program.reduce(&state, action) }
        let mismatch = values.finish()
        if mismatch == nil { madeValues += values.made }
        return mismatch
    }

    var step: ReplayedStep<P> {
        if let jump, hasJumped {
            let kind = ReplayedStep<P>.Kind.skipped(jump.steps, reason: jump.why)
            return ReplayedStep(seq: seq, at: jump.checkpoint.at, kind: kind, step: nil, state: state)
        }
        guard let block = lines.lastBlock, case let line = block.lines[lines.index - 1],
            case .step(let step)? = try? LineParser.parse(block.bytes(of: line))
        else { preconditionFailure("no step was taken") }
        let kind: ReplayedStep<P>.Kind =
            if case .set(_, let by) = step.change { .set(by: by) } else { .reduced(block.actions[line.index]) }
        return ReplayedStep(seq: seq, at: step.at, kind: kind, step: step, state: state)
    }
}
