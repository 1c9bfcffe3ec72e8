internal import TimelineKit

/// The position of a replay. A class, so that the state changes in place; a replayer that shares a cursor copies it before it moves.
final class ReplayCursor<P: Program> {
    var seq: Int
    var state: P.State
    /// The last position whose state was taken from the recording, or agreed with it.
    var agreedUpTo: Int
    private(set) var lines: JournalReader
    private var upcomingLine: LocatedLine?
    /// Of the last recorded state as JSON, as an estimate for the current one.
    var bytes: Int

    var setCount = 0
    var madeValues = 0

    /// The number of consecutive steps. From the threshold on, lines are decoded ahead.
    private var stride = 0
    private static var readAheadThreshold: Int { 64 }
    private var chunk: DecodedChunk<P>?
    /// The index of the next line in `chunk`.
    private var upcoming = 0
    private var ahead: ReadAhead<DecodedChunk<P>>?
    /// The chunk after `chunk`, if it was read for the generated values that it begins with.
    private var following: DecodedChunk<P>?

    /// The last step, unless it was decoded ahead.
    private var arrival: Arrival?

    private typealias Arrival = (at: Moment, kind: ReplayedStep<P>.Kind, step: Step?)

    init(_ seq: Int, _ state: P.State, _ lines: JournalReader, agreedUpTo: Int, bytes: Int) {
        self.seq = seq
        self.state = state
        self.lines = lines
        self.agreedUpTo = agreedUpTo
        self.bytes = bytes
    }

    convenience init(_ entry: StateCache<P.State>.Entry, _ lines: JournalReader) {
        self.init(entry.seq, entry.state, lines, agreedUpTo: entry.agreedUpTo, bytes: entry.bytes)
    }

    var cacheEntry: StateCache<P.State>.Entry { .init(seq: seq, state: state, agreedUpTo: agreedUpTo, bytes: bytes) }

    func jumped(over skipped: ClosedRange<Int>, to checkpoint: Checkpoint, why: String) {
        arrival = (checkpoint.at, .skipped(skipped, reason: why), nil)
    }

    var hasJumped: Bool {
        if !isAhead, case .skipped = arrival?.kind { true } else { false }
    }

    func took(_ step: Step, _ kind: ReplayedStep<P>.Kind) {
        seq = step.seq
        if step.isSet {
            agreedUpTo = seq
            setCount += 1
        }
        arrival = (step.at, kind, step)
    }

    var taken: ReplayedStep<P> {
        guard let (at, kind, step) = isAhead ? aheadArrival : arrival else { preconditionFailure("no step was taken") }
        return ReplayedStep(seq: seq, at: at, kind: kind, step: step, state: state)
    }

    // MARK: - Lines

    func copy() -> ReplayCursor {
        let copy = ReplayCursor(cacheEntry, lines)
        copy.upcomingLine = upcomingLine
        return copy
    }

    func nextLine() throws(JournalError) -> LocatedLine? {
        if let line = upcomingLine.take() { return line }
        return try lines.next()
    }

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

    func reduce(
        _ program: P, _ action: P.Action, _ values: [GeneratedValue], isExploratory: Bool, _ generator: SeededGenerator
    ) -> RecordedValues.Mismatch? {
        let values = RecordedValues(values, isExploratory: isExploratory, generator)
        GeneratedScope.reduce(values, seq: 0) { program.reduce(&state, action) }
        let mismatch = values.finish()
        if mismatch == nil { madeValues += values.made }
        return mismatch
    }

    // MARK: - Decoding ahead

    /// Whether lines are decoded ahead. Then no other cursor may use them.
    var isAhead: Bool { chunk != nil || stride >= Self.readAheadThreshold && lines.wereChecked }

    /// `stepAhead` needs `restart` first: decoding ahead begins, and `lines` has passed a line that was not taken.
    var mustRestart: Bool {
        upcomingLine != nil && chunk == nil && stride + 1 >= Self.readAheadThreshold && lines.wereChecked
    }

    func restart(_ lines: JournalReader) {
        self.lines = lines
        upcomingLine = nil
    }

    private var aheadArrival: Arrival? {
        guard let chunk, case let slot = chunk.lines[upcoming - 1],
            case .step(let step)? = try? LineParser.parse(Array(chunk.block.bytes[slot.bytes]))
        else { return nil }
        if case .set(_, let by) = step.change { return (step.at, .set(by: by), step) }
        return (step.at, .reduced(chunk.actions[slot.index]), step)
    }

    /// Takes steps up to `target`, as long as their lines were decoded ahead. Returns whether it took any.
    func stepAhead(
        _ program: P, to target: Int, _ generators: StepGenerators?, isExploratory: Bool,
        _ onReducing: ((_ seq: Int?) -> Void)?, visiting visit: ((_ seq: Int, _ state: P.State) -> Bool)? = nil
    ) throws(RecordedValues.Mismatch) -> Bool {
        stride += 1
        if !isAhead { return false }
        let start = seq
        while seq < target {
            guard let chunk, upcoming < chunk.lines.count else {
                if loadNextChunk() { continue }
                break
            }
            let slot = chunk.lines[upcoming]
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

    func stopReadingAhead(_ lines: JournalReader) {
        restart(lines)
        stride = 0
        chunk = nil
        ahead = nil
        following = nil
    }

    private func readAheadValues(into values: inout [GeneratedValue]) -> Bool {
        guard let chunk else { return false }
        let seq = chunk.lines[upcoming].seq
        if let isEnd = chunk.addValues(ofStep: seq, from: upcoming + 1, to: &values) { return isEnd }
        if following == nil { following = nextChunk() }
        return following?.addValues(ofStep: seq, from: 0, to: &values) ?? false
    }

    /// Compares canonical texts. False also if the snapshot's line was not read ahead.
    func isStateOfSnapshot(at place: Place) -> Bool {
        guard let chunk, place.segment == lines.segment else { return false }
        let start = place.byte - chunk.block.byte
        guard let line = chunk.lines[upcoming...].first(where: { $0.bytes.lowerBound >= start }),
            line.bytes.lowerBound == start, line.kind == .snapshot, let text = try? JSONCoding.encode(state)
        else { return false }
        return chunk.block.bytes[line.bytes].withUnsafeBufferPointer { bytes in
            let value = UnsafeBufferPointer(rebasing: bytes[line.index...])
            return text.begins(value) && LineSuffix.isWhole(UnsafeBufferPointer(rebasing: value[text.count...]))
        }
    }

    private func loadNextChunk() -> Bool {
        guard let next = following.take() ?? nextChunk() else { return false }
        chunk = next
        upcoming = 0
        return true
    }

    private func nextChunk() -> DecodedChunk<P>? { lines.nextChunk(&ahead) { DecodedChunk<P>($0) }?.parsed }
}
