internal import TimelineJSON
internal import TimelineJournal

/// A chunk of lines with their decoded actions and states. Filled by one thread, then only read.
final class DecodedChunk<P: Program> {
    let count: Int
    private let lines: UnsafeMutablePointer<DecodedLine>
    let actions: UnsafeMutablePointer<P.Action>
    private var actionCount = 0
    let states: UnsafeMutablePointer<P.State>
    private var stateCount = 0

    init(_ raw: [RawLines.RawLine]) {
        count = raw.count
        lines = .allocate(capacity: count)
        actions = .allocate(capacity: count)
        states = .allocate(capacity: count)
        for place in 0..<count { (lines + place).initialize(to: line(raw[place])) }
    }

    deinit {
        lines.deallocate()
        actions.deinitialize(count: actionCount)
        actions.deallocate()
        states.deinitialize(count: stateCount)
        states.deallocate()
    }

    subscript(place: Int) -> DecodedLine { lines[place] }

    private func line(_ line: RawLines.RawLine) -> DecodedLine {
        if line.isTorn { return DecodedLine(kind: .other) }
        let known = line.bytes.withUnsafeBufferPointer { bytes -> DecodedLine? in
            guard let start = LinePrefix(bytes) else { return nil }
            let value = UnsafeBufferPointer(rebasing: bytes[start.valueOffset...])
            switch start.kind {
            case .action: return action(value, start.seq)
            case .set: return state(value, start.seq, .set)
            case .snapshot: return state(value, start.seq, .snapshot)
            case .opaque, .mark, .gap, .end: return nil
            }
        }
        return known ?? self.line(try? line.parsed())
    }

    /// Decodes a line that a recorder does not write in this form, or without a state or an action.
    private func line(_ line: Line?) -> DecodedLine {
        switch line {
        case .header, .mark, .end, .unknown: return DecodedLine(kind: .other)
        case .gap, nil: return DecodedLine(kind: .unusual)
        case .snapshot(let snapshot): return snapshot.state.withBytes { state($0, snapshot.seq, .snapshot) }
        case .step(let step):
            switch step.change {
            case .opaque: return DecodedLine(kind: .unusual)
            case .action(let text): return text.withBytes { action($0, step.seq) }
            case .set(let text, _): return text.withBytes { state($0, step.seq, .set) }
            }
        }
    }

    private func action(_ text: UnsafeBufferPointer<UInt8>, _ seq: Int) -> DecodedLine {
        guard JSONCoding.decode(beginningOf: text, into: actions + actionCount) else {
            return DecodedLine(kind: .unusual)
        }
        actionCount += 1
        return DecodedLine(kind: .action, seq: seq, index: actionCount - 1)
    }

    private func state(_ text: UnsafeBufferPointer<UInt8>, _ seq: Int, _ kind: DecodedLine.Kind) -> DecodedLine {
        guard JSONCoding.decode(beginningOf: text, into: states + stateCount) else {
            // Comparing the snapshot reports the error.
            return DecodedLine(kind: kind == .snapshot ? .other : .unusual)
        }
        stateCount += 1
        return DecodedLine(kind: kind, seq: seq, index: stateCount - 1)
    }
}

/// A line that was decoded ahead.
struct DecodedLine {
    enum Kind {
        /// It has an action.
        case action
        /// A state was set.
        case set
        case snapshot
        /// A line without an effect: a mark, the end, a header, an unknown line.
        case other
        /// A gap, damage, or a line that cannot be decoded. Handled line by line.
        case unusual
    }

    var kind: Kind
    var seq = 0
    /// The index into the actions, or the states, of the chunk.
    var index = 0
}
