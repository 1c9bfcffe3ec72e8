internal import TimelineJSON
internal import TimelineJournal

/// Where a replay stands, and on which line it goes on.
///
/// An object, so that its state is changed where it lies. Not for more than one thread at a time; who shares one copies it
/// before it moves.
final class ReplayWalk<P: Program> {
    @exclusivity(unchecked) var seq: Int
    @exclusivity(unchecked) var state: P.State
    /// The last position whose state was taken from the recording, or agreed with it.
    @exclusivity(unchecked) var agreedUpTo: Int
    @exclusivity(unchecked) var lines: JournalReader
    /// The size of the last recorded state that it came by, as JSON: about that of its own.
    @exclusivity(unchecked) var bytes: Int

    /// How many of the steps that it took were states set from outside.
    @exclusivity(unchecked) var setCount = 0

    /// How many steps it took one after the other.
    @exclusivity(unchecked) private var stride = 0
    /// From so many on, many more are likely to come, and their lines are decoded ahead.
    private static var strideAhead: Int { 64 }
    /// Where lines are decoded ahead, those that were handed over, and which of them is next.
    @exclusivity(unchecked) private var stretch: DecodedStretch<P>?
    /// Decodes the next lines; nil unless they are decoded ahead.
    @exclusivity(unchecked) private var ahead: ReadAhead<DecodedStretch<P>>?
    @exclusivity(unchecked) private var raw: [RawLines.RawLine] = []
    @exclusivity(unchecked) private var upcoming = 0

    /// What brought it here, where that was not decoded ahead.
    @exclusivity(unchecked) private var arrival = Arrival.begun

    private enum Arrival {
        case begun
        case step(Step, P.Action?)
        /// Over these steps to the checkpoint, and why.
        case jump(Checkpoint, skipped: ClosedRange<Int>, why: String)
    }

    init(_ seq: Int, _ state: P.State, _ lines: JournalReader, agreedUpTo: Int, bytes: Int) {
        self.seq = seq
        self.state = state
        self.lines = lines
        self.agreedUpTo = agreedUpTo
        self.bytes = bytes
    }

    /// A walk that begins where a state was kept.
    convenience init(_ kept: KeptStates<P.State>.Kept, _ lines: JournalReader) {
        self.init(kept.seq, kept.state, lines, agreedUpTo: kept.agreedUpTo, bytes: kept.bytes)
    }

    /// The state where it stands, to be kept.
    var kept: KeptStates<P.State>.Kept { .init(seq: seq, state: state, agreedUpTo: agreedUpTo, bytes: bytes) }

    /// It begins where a jump over some steps ends.
    func jumped(over skipped: ClosedRange<Int>, to checkpoint: Checkpoint, why: String) {
        arrival = .jump(checkpoint, skipped: skipped, why: why)
    }

    /// It took a step, by this action where it was by one.
    func took(_ step: Step, _ action: P.Action?) {
        seq = step.seq
        if step.isSet {
            agreedUpTo = seq
            setCount += 1
        }
        arrival = .step(step, action)
    }

    /// What brought it here.
    var taken: ReplayedStep<P> {
        switch isAhead ? aheadArrival : arrival {
        case .begun: preconditionFailure("no step was taken")
        case .step(let step, let action):
            let kind: ReplayedStep<P>.Kind
            if let action {
                kind = .reduced(action)
            } else if case .set(_, let by) = step.change {
                kind = .set(by: by)
            } else {
                preconditionFailure("step \(step.seq) was taken, and it has no action")
            }
            return ReplayedStep(seq: seq, at: step.at, kind: kind, step: step, state: state)
        case .jump(let checkpoint, let skipped, let why):
            return ReplayedStep(
                seq: seq, at: checkpoint.at, kind: .skipped(skipped, reason: why), step: nil, state: state)
        }
    }

    // MARK: - Ahead

    /// Whether lines are decoded ahead: then they are nobody else's.
    var isAhead: Bool { stretch != nil || stride >= Self.strideAhead && lines.wereChecked }

    private var aheadArrival: Arrival {
        guard let stretch, case .step(let step)? = try? raw[upcoming - 1].parsed() else {
            preconditionFailure("no step was taken")
        }
        let slot = stretch[upcoming - 1]
        return .step(step, slot.kind == .action ? stretch.actions[slot.index] : nil)
    }

    /// Takes steps up to `target`, as long as their lines were decoded ahead and are as most are.
    ///
    /// - Parameter visit: Called with each state between two of these steps. Where it returns false, no more steps are taken.
    /// - Returns: Whether it took one. Where not, the next must be taken with care: then lines are not decoded ahead any
    ///   more, and must be sought again if they were.
    func stepAhead(
        _ program: P, to target: Int, _ reducing: ((_ seq: Int?) -> Void)?,
        visiting visit: ((_ seq: Int, _ state: P.State) -> Bool)? = nil
    ) -> Bool {
        stride += 1
        if !isAhead { return false }
        let start = seq
        while seq < target {
            guard let stretch, upcoming < stretch.count else {
                if nextStretch() { continue }
                break
            }
            let slot = stretch[upcoming]
            switch slot.kind {
            case .action where slot.seq == seq + 1:
                if let visit, seq > start, !visit(seq, state) { return true }
                reducing?(slot.seq)
                program.reduce(&state, stretch.actions[slot.index])
                reducing?(nil)
                seq = slot.seq
            case .set where slot.seq == seq + 1:
                if let visit, seq > start, !visit(seq, state) { return true }
                state = stretch.states[slot.index]
                agreedUpTo = slot.seq
                seq = slot.seq
                setCount += 1
                bytes = raw[upcoming].bytes.count
            case .snapshot: bytes = raw[upcoming].bytes.count
            case .other: break
            case .action where slot.seq <= seq, .set where slot.seq <= seq: break
            case .action, .set, .unusual: return seq > start
            }
            upcoming += 1
        }
        return seq > start
    }

    /// Goes on with lines that are taken one by one.
    func goSlow(_ lines: JournalReader) {
        self.lines = lines
        stride = 0
        stretch = nil
        ahead = nil
        raw = []
    }

    /// The state of a snapshot that was decoded ahead; nil where it was not, or not yet.
    func withSnapshot<Result>(at place: Place, _ body: (P.State) -> Result) -> Result? {
        guard let stretch, place.segment == lines.segment else { return nil }
        var index = upcoming
        while index < stretch.count, raw[index].byte < place.byte { index += 1 }
        guard index < stretch.count, raw[index].byte == place.byte, stretch[index].kind == .snapshot else {
            return nil
        }
        return body(stretch.states[stretch[index].index])
    }

    private func nextStretch() -> Bool {
        guard let next = lines.nextChunk(&ahead, { DecodedStretch<P>($0) }), let decoded = next.parsed else {
            return false
        }
        stretch = decoded
        raw = next.lines
        upcoming = 0
        return true
    }
}
