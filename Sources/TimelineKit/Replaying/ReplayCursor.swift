internal import TimelineJSON
internal import TimelineJournal

/// The position of a replay, its state, and the next line.
///
/// A class, so that the state is changed in place. Not thread-safe; a replayer that shares a cursor copies it before it moves.
final class ReplayCursor<P: Program> {
    @exclusivity(unchecked) var seq: Int
    @exclusivity(unchecked) var state: P.State
    /// The last position whose state was taken from the recording, or agreed with it.
    @exclusivity(unchecked) var agreedUpTo: Int
    @exclusivity(unchecked) private(set) var lines: JournalReader
    /// The last line of `lines`, if it was read and not taken.
    private var upcomingLine: LocatedLine?
    /// The size of the last recorded state as JSON, as an estimate for the current one.
    @exclusivity(unchecked) var bytes: Int

    /// The number of states set from outside so far.
    @exclusivity(unchecked) var setCount = 0

    /// The number of generated values that were not on file so far.
    var madeValues = 0

    /// The number of consecutive steps so far.
    @exclusivity(unchecked) private var stride = 0
    /// The number of consecutive steps after which lines are decoded ahead.
    private static var readAheadThreshold: Int { 64 }
    /// The current block of lines that were decoded ahead, and the index of the next line.
    @exclusivity(unchecked) private var chunk: DecodedChunk<P>?
    /// Decodes the next lines; nil unless they are decoded ahead.
    @exclusivity(unchecked) private var ahead: ReadAhead<DecodedChunk<P>>?
    @exclusivity(unchecked) private var block: LineBlock?
    @exclusivity(unchecked) private var upcoming = 0
    /// The chunk after the current one, if it was read for the generated values that it begins with.
    private var following: ReadAhead<DecodedChunk<P>>.Chunk?

    /// The last step, unless it was decoded ahead.
    @exclusivity(unchecked) private var arrival = Arrival.begun

    private enum Arrival {
        case begun
        case step(Step, P.Action?)
        /// A jump to a checkpoint over skipped steps.
        case jump(Checkpoint, skipped: ClosedRange<Int>, why: String)
    }

    init(_ seq: Int, _ state: P.State, _ lines: JournalReader, agreedUpTo: Int, bytes: Int) {
        self.seq = seq
        self.state = state
        self.lines = lines
        self.agreedUpTo = agreedUpTo
        self.bytes = bytes
    }

    /// A cursor at a cached state.
    convenience init(_ entry: StateCache<P.State>.Entry, _ lines: JournalReader) {
        self.init(entry.seq, entry.state, lines, agreedUpTo: entry.agreedUpTo, bytes: entry.bytes)
    }

    /// The current state, for the cache.
    var cacheEntry: StateCache<P.State>.Entry { .init(seq: seq, state: state, agreedUpTo: agreedUpTo, bytes: bytes) }

    /// Notes a jump over skipped steps.
    func jumped(over skipped: ClosedRange<Int>, to checkpoint: Checkpoint, why: String) {
        arrival = .jump(checkpoint, skipped: skipped, why: why)
    }

    /// Whether the last step was such a jump.
    var hasJumped: Bool {
        if !isAhead, case .jump = arrival { true } else { false }
    }

    /// Notes a step; `action` is nil for a state that was set.
    func took(_ step: Step, _ action: P.Action?) {
        seq = step.seq
        if step.isSet {
            agreedUpTo = seq
            setCount += 1
        }
        arrival = .step(step, action)
    }

    /// The last step.
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

    // MARK: - Lines

    /// A copy at the same position.
    func copy() -> ReplayCursor {
        let copy = ReplayCursor(cacheEntry, lines)
        copy.upcomingLine = upcomingLine
        return copy
    }

    func nextLine() throws(JournalError) -> LocatedLine? {
        if let line = upcomingLine.take() { return line }
        return try lines.next()
    }

    /// Takes the lines of the values that step `seq`, whose line was taken last, generated.
    func takeGeneratedValues(of seq: Int) throws(JournalError) -> [GeneratedValue] {
        var values: [GeneratedValue] = []
        while let line = try nextLine() {
            switch line.content {
            case .generated(let value) where value.seq == seq: values.append(value)
            case .step, .gap:
                upcomingLine = line
                return values
            default: continue
            }
        }
        return values
    }

    /// Reduces an action with the values that its step generated, and returns how the reducer differs from the recorded one.
    func reduce(
        _ program: P, _ action: P.Action, _ values: [GeneratedValue], isExploratory: Bool, _ generator: SeededGenerator
    ) -> RecordedValues.Mismatch? {
        let values = RecordedValues(values, isExploratory: isExploratory, generator)
        GeneratedScope.reduce(.replay(values)) { program.reduce(&state, action) }
        let mismatch = values.finish()
        if mismatch == nil { madeValues += values.made }
        return mismatch
    }

    // MARK: - Decoding ahead

    /// Whether lines are decoded ahead. Then no other cursor may use them.
    var isAhead: Bool { chunk != nil || stride >= Self.readAheadThreshold && lines.wereChecked }

    /// Whether the next call of `stepAhead` begins to decode ahead, and `lines` has passed a line that was not taken. Then the
    /// caller must call `restart` first.
    var mustRestart: Bool {
        upcomingLine != nil && chunk == nil && stride + 1 >= Self.readAheadThreshold && lines.wereChecked
    }

    /// Continues with the lines of a new reader at the same position.
    func restart(_ lines: JournalReader) {
        self.lines = lines
        upcomingLine = nil
    }

    private var aheadArrival: Arrival {
        guard let chunk, let block,
            case .step(let step)? = try? LineParser.parse(Array(block.bytes[chunk[upcoming - 1].bytes]))
        else { preconditionFailure("no step was taken") }
        let slot = chunk[upcoming - 1]
        return .step(step, slot.kind == .action ? chunk.actions[slot.index] : nil)
    }

    /// Takes steps up to `target`, as long as their lines were decoded ahead.
    func stepAhead(
        _ program: P, to target: Int, _ generators: StepGenerators?, isExploratory: Bool,
        _ onReducing: ((_ seq: Int?) -> Void)?, visiting visit: ((_ seq: Int, _ state: P.State) -> Bool)? = nil
    ) throws(RecordedValues.Mismatch) -> Bool {
        stride += 1
        if !isAhead { return false }
        let start = seq
        while seq < target {
            guard let chunk, upcoming < chunk.count else {
                if loadNextChunk() { continue }
                break
            }
            let slot = chunk[upcoming]
            switch slot.kind {
            case .action where slot.seq == seq + 1:
                var values: [GeneratedValue] = []
                if generators != nil, !readAheadValues(into: &values) { return seq > start }
                if let visit, seq > start, !visit(seq, state) { return true }
                onReducing?(slot.seq)
                if let generators {
                    let mismatch = reduce(
                        program, chunk.actions[slot.index], values, isExploratory: isExploratory,
                        generators.generator(ofStep: slot.seq, at: slot.at))
                    onReducing?(nil)
                    if let mismatch { throw mismatch }
                } else {
                    program.reduce(&state, chunk.actions[slot.index])
                    onReducing?(nil)
                }
                seq = slot.seq
            case .set where slot.seq == seq + 1:
                if let visit, seq > start, !visit(seq, state) { return true }
                state = chunk.states[slot.index]
                agreedUpTo = slot.seq
                seq = slot.seq
                setCount += 1
                bytes = slot.bytes.count
            case .snapshot: bytes = slot.bytes.count
            case .generated, .other: break
            case .action where slot.seq <= seq, .set where slot.seq <= seq: break
            case .action, .set, .unusual: return seq > start
            }
            upcoming += 1
        }
        return seq > start
    }

    /// Continues with lines that are decoded one by one.
    func stopReadingAhead(_ lines: JournalReader) {
        restart(lines)
        stride = 0
        chunk = nil
        ahead = nil
        block = nil
        following = nil
    }

    /// Adds the values that the upcoming step generated, from lines that were read ahead.
    private func readAheadValues(into values: inout [GeneratedValue]) -> Bool {
        guard let chunk else { return false }
        let seq = chunk[upcoming].seq
        if let isEnd = chunk.addValues(ofStep: seq, from: upcoming + 1, to: &values) { return isEnd }
        if following == nil { following = lines.nextChunk(&ahead) { DecodedChunk<P>($0) } }
        return following?.parsed?.addValues(ofStep: seq, from: 0, to: &values) ?? false
    }

    /// Whether the canonical text of the state is that of a snapshot whose line was read ahead; then the line is valid. False if
    /// it is another text, or if the line was not read ahead.
    func isStateOfSnapshot(at place: Place) -> Bool {
        guard let chunk, let block, place.segment == lines.segment else { return false }
        let start = place.byte - block.byte
        var index = upcoming
        while index < chunk.count, chunk[index].bytes.lowerBound < start { index += 1 }
        guard index < chunk.count, chunk[index].bytes.lowerBound == start, chunk[index].kind == .snapshot,
            let text = try? JSONCoding.encode(state)
        else { return false }
        return block.bytes[chunk[index].bytes].withUnsafeBufferPointer { line in
            let value = UnsafeBufferPointer(rebasing: line[chunk[index].index...])
            return text.begins(value) && LineSuffix.isWhole(UnsafeBufferPointer(rebasing: value[text.count...]))
        }
    }

    private func loadNextChunk() -> Bool {
        guard let next = following.take() ?? lines.nextChunk(&ahead, { DecodedChunk<P>($0) }),
            let decoded = next.parsed
        else { return false }
        chunk = decoded
        block = next.block
        upcoming = 0
        return true
    }
}
