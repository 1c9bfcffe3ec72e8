internal import TimelineKit

/// A block of lines, decoded. Filled by one thread, then only read.
final class DecodedChunk<P: Program> {
    /// `count`: the bytes of the action or state.
    private typealias Decoded = (line: DecodedLine, count: Int)

    let block: LineBlock
    private(set) var lines: [DecodedLine] = []
    let actions: UnsafeMutablePointer<P.Action>
    private var actionCount = 0
    let states: UnsafeMutablePointer<P.State>
    private var stateCount = 0
    private(set) var values: [GeneratedValue] = []

    init(_ block: LineBlock) {
        self.block = block
        let ranges = block.lines
        actions = .allocate(capacity: ranges.count)
        states = .allocate(capacity: ranges.count)
        block.bytes.withUnsafeBufferPointer { bytes in
            lines = ranges.map { range in
                var line = line(UnsafeBufferPointer(rebasing: bytes[range]), isTorn: block.isTorn)
                line.bytes = range
                return line
            }
        }
    }

    deinit {
        actions.deinitialize(count: actionCount)
        actions.deallocate()
        states.deinitialize(count: stateCount)
        states.deallocate()
    }

    /// Adds the values up to the next step. False at a line that must be handled line by line, nil at the end of the block.
    func addValues(ofStep seq: Int, from place: Int, to found: inout [GeneratedValue]) -> Bool? {
        for line in lines[place...] {
            switch line.kind {
            case .action, .set: return true
            case .unusual: return false
            case .generated: if line.seq == seq { found.append(values[line.index]) }
            case .snapshot, .other: break
            }
        }
        return nil
    }

    private func line(_ line: UnsafeBufferPointer<UInt8>, isTorn: Bool) -> DecodedLine {
        if isTorn { return DecodedLine(kind: .other) }
        if let start = LinePrefix(line) {
            // Comparing a snapshot parses it.
            if start.kind == .snapshot {
                return DecodedLine(kind: .snapshot, seq: start.seq, at: start.at, index: start.valueOffset)
            }
            let value = UnsafeBufferPointer(rebasing: line[start.valueOffset...])
            let counts = (actionCount, stateCount)
            let decoded: Decoded? =
                switch start.kind {
                case .action: action(value, start.seq, start.at)
                case .set: state(value, start.seq, start.at)
                default: nil
                }
            // The rest of the line was not parsed when the journal was opened.
            if let decoded, LineSuffix.isWhole(UnsafeBufferPointer(rebasing: value[decoded.count...])) {
                return decoded.line
            }
            forget(after: counts)
        }
        return self.line(try? LineParser.parse(Array(line)))
    }

    private func forget(after counts: (actions: Int, states: Int)) {
        (actions + counts.actions).deinitialize(count: actionCount - counts.actions)
        (states + counts.states).deinitialize(count: stateCount - counts.states)
        (actionCount, stateCount) = counts
    }

    /// A line that a recorder does not write in this form, or without a state or an action.
    private func line(_ line: Line?) -> DecodedLine {
        switch line {
        case .header, .mark, .end, .site, .canceled, .unknown, .snapshot: return DecodedLine(kind: .other)
        case .generated(let value):
            values.append(value)
            return DecodedLine(kind: .generated, seq: value.seq, at: value.at, index: values.count - 1)
        case .gap, nil: return DecodedLine(kind: .unusual)
        case .step(let step):
            let decoded: Decoded? =
                switch step.change {
                case .opaque: nil
                case .action(let text): text.withBytes { action($0, step.seq, step.at) }
                case .set(let text, _): text.withBytes { state($0, step.seq, step.at) }
                }
            return decoded?.line ?? DecodedLine(kind: .unusual)
        }
    }

    private func action(_ text: UnsafeBufferPointer<UInt8>, _ seq: Int, _ at: Moment) -> Decoded? {
        guard let count = JSONCoding.decode(beginningOf: text, into: actions + actionCount) else { return nil }
        actionCount += 1
        return (DecodedLine(kind: .action, seq: seq, at: at, index: actionCount - 1), count)
    }

    private func state(_ text: UnsafeBufferPointer<UInt8>, _ seq: Int, _ at: Moment) -> Decoded? {
        guard let count = JSONCoding.decode(beginningOf: text, into: states + stateCount) else { return nil }
        stateCount += 1
        return (DecodedLine(kind: .set, seq: seq, at: at, index: stateCount - 1), count)
    }
}

struct DecodedLine {
    enum Kind {
        case action, set, generated
        /// In the form that a recorder writes, not decoded.
        case snapshot
        /// Has no effect on replay.
        case other
        /// A gap, damage, or a line that cannot be decoded. Handled line by line.
        case unusual
    }

    var kind: Kind
    var seq = 0
    var at = Moment.zero
    /// The index into the actions, the states or the generated values of the chunk; of a snapshot, the offset of the state in its line.
    var index = 0
    /// In the block, without the LF.
    var bytes = 0..<0
}
