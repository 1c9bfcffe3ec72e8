internal import TimelineJSON
internal import TimelineJournal

/// The lines of a block with their decoded actions and the states that were set. Filled by one thread, then only read.
final class DecodedChunk<P: Program> {
    /// A decoded line, and the number of bytes of its action or state.
    private typealias Decoded = (line: DecodedLine, count: Int)

    let count: Int
    private let lines: UnsafeMutablePointer<DecodedLine>
    let actions: UnsafeMutablePointer<P.Action>
    private var actionCount = 0
    let states: UnsafeMutablePointer<P.State>
    private var stateCount = 0

    init(_ block: LineBlock) {
        let ranges = block.lines
        count = ranges.count
        lines = .allocate(capacity: count)
        actions = .allocate(capacity: count)
        states = .allocate(capacity: count)
        block.bytes.withUnsafeBufferPointer { bytes in
            for (place, range) in ranges.enumerated() {
                var line = line(UnsafeBufferPointer(rebasing: bytes[range]), isTorn: block.isTorn)
                line.bytes = range
                (lines + place).initialize(to: line)
            }
        }
    }

    deinit {
        lines.deallocate()
        actions.deinitialize(count: actionCount)
        actions.deallocate()
        states.deinitialize(count: stateCount)
        states.deallocate()
    }

    subscript(place: Int) -> DecodedLine { lines[place] }

    private func line(_ line: UnsafeBufferPointer<UInt8>, isTorn: Bool) -> DecodedLine {
        if isTorn { return DecodedLine(kind: .other) }
        if let start = LinePrefix(line) {
            // Comparing a snapshot parses it.
            if start.kind == .snapshot { return DecodedLine(kind: .snapshot, seq: start.seq, index: start.valueOffset) }
            let value = UnsafeBufferPointer(rebasing: line[start.valueOffset...])
            let counts = (actionCount, stateCount)
            let decoded: Decoded? =
                switch start.kind {
                case .action: action(value, start.seq)
                case .set: state(value, start.seq)
                case .snapshot, .opaque, .generated, .mark, .gap, .end: nil
                }
            // The rest of the line was not parsed when the journal was opened.
            if let decoded, LineSuffix(UnsafeBufferPointer(rebasing: value[decoded.count...])) != nil {
                return decoded.line
            }
            forget(after: counts)
        }
        return self.line(try? LineParser.parse(Array(line)))
    }

    /// Removes the last action or state.
    private func forget(after counts: (actions: Int, states: Int)) {
        (actions + counts.actions).deinitialize(count: actionCount - counts.actions)
        (states + counts.states).deinitialize(count: stateCount - counts.states)
        (actionCount, stateCount) = counts
    }

    /// Decodes a line that a recorder does not write in this form, or without a state or an action.
    private func line(_ line: Line?) -> DecodedLine {
        switch line {
        case .header, .mark, .end, .unknown, .snapshot, .generated: return DecodedLine(kind: .other)
        case .gap, nil: return DecodedLine(kind: .unusual)
        case .step(let step):
            let decoded: Decoded? =
                switch step.change {
                case .opaque: nil
                case .action(let text): text.withBytes { action($0, step.seq) }
                case .set(let text, _): text.withBytes { state($0, step.seq) }
                }
            return decoded?.line ?? DecodedLine(kind: .unusual)
        }
    }

    /// Decodes the action that `text` begins with, and returns its length.
    private func action(_ text: UnsafeBufferPointer<UInt8>, _ seq: Int) -> Decoded? {
        guard let count = JSONCoding.decode(beginningOf: text, into: actions + actionCount) else { return nil }
        actionCount += 1
        return (DecodedLine(kind: .action, seq: seq, index: actionCount - 1), count)
    }

    /// Decodes the state that `text` begins with, and returns its length.
    private func state(_ text: UnsafeBufferPointer<UInt8>, _ seq: Int) -> Decoded? {
        guard let count = JSONCoding.decode(beginningOf: text, into: states + stateCount) else { return nil }
        stateCount += 1
        return (DecodedLine(kind: .set, seq: seq, index: stateCount - 1), count)
    }
}

/// A line that was decoded ahead.
struct DecodedLine {
    enum Kind {
        /// It has an action.
        case action
        /// A state was set.
        case set
        /// A snapshot in the form that a recorder writes, not decoded.
        case snapshot
        /// A line without an effect: a mark, the end, a header, an unknown line.
        case other
        /// A gap, damage, or a line that cannot be decoded. Handled line by line.
        case unusual
    }

    var kind: Kind
    var seq = 0
    /// The index into the actions, or the states, of the chunk; of a snapshot, the offset of the state in its line.
    var index = 0
    /// The line in the bytes of its block, without its LF.
    var bytes = 0..<0
}
