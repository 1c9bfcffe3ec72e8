internal import TimelineJSON
internal import TimelineJournal

/// Lines of a timeline with what they hold as values of the program.
///
/// Filled by one thread, then only read.
final class DecodedStretch<P: Program> {
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

    /// That of a line as another than a recorder writes it, or that has neither a state nor an action.
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
            // A snapshot counts only where it is compared, and there it is told why it cannot be decoded.
            return DecodedLine(kind: kind == .snapshot ? .other : .unusual)
        }
        stateCount += 1
        return DecodedLine(kind: kind, seq: seq, index: stateCount - 1)
    }
}

/// What a line that was decoded ahead is to a walk.
struct DecodedLine {
    enum Kind {
        /// It has an action.
        case action
        /// A state was set.
        case set
        case snapshot
        /// It changes nothing: a mark, the end, a header, what this version does not know.
        case other
        /// It must be looked at with care: a gap, damage, what cannot be decoded.
        case unusual
    }

    var kind: Kind
    var seq = 0
    /// Which of the actions, or of the states, of its stretch is its own.
    var index = 0
}
