internal import TimelineJSON
internal import TimelineJournal

/// Lines of a timeline with what they hold as values of the program.
///
/// Filled by one thread, then only read.
final class DecodedStretch<P: Program> {
    /// What a line is to a walk.
    struct Slot {
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
        /// Which of the actions, or of the states, is its own.
        var index = 0
    }

    let count: Int
    private let slots: UnsafeMutablePointer<Slot>
    let actions: UnsafeMutablePointer<P.Action>
    private var actionCount = 0
    let states: UnsafeMutablePointer<P.State>
    private var stateCount = 0

    init(_ lines: [RawLines.RawLine]) {
        count = lines.count
        slots = .allocate(capacity: count)
        actions = .allocate(capacity: count)
        states = .allocate(capacity: count)
        for place in 0..<count { (slots + place).initialize(to: slot(lines[place])) }
    }

    deinit {
        slots.deallocate()
        actions.deinitialize(count: actionCount)
        actions.deallocate()
        states.deinitialize(count: stateCount)
        states.deallocate()
    }

    subscript(place: Int) -> Slot { slots[place] }

    private func slot(_ line: RawLines.RawLine) -> Slot {
        if line.isTorn { return Slot(kind: .other) }
        let slot = line.bytes.withUnsafeBufferPointer { bytes -> Slot? in
            guard let start = LineStart(bytes) else { return nil }
            let value = UnsafeBufferPointer(rebasing: bytes[start.value...])
            switch start.kind {
            case .action: return action(value, start.seq)
            case .set: return state(value, start.seq, .set)
            case .snapshot: return state(value, start.seq, .snapshot)
            }
        }
        return slot ?? self.slot(line.content)
    }

    /// That of a line as another than a recorder writes it, or that has neither a state nor an action.
    private func slot(_ line: Line?) -> Slot {
        switch line {
        case .header, .mark, .end, .unknown: return Slot(kind: .other)
        case .gap, nil: return Slot(kind: .unusual)
        case .snapshot(let snapshot): return snapshot.state.withBytes { state($0, snapshot.seq, .snapshot) }
        case .step(let step):
            switch step.change {
            case .opaque: return Slot(kind: .unusual)
            case .action(let text): return text.withBytes { action($0, step.seq) }
            case .set(let text, _): return text.withBytes { state($0, step.seq, .set) }
            }
        }
    }

    private func action(_ text: UnsafeBufferPointer<UInt8>, _ seq: Int) -> Slot {
        guard JSONCoding.decode(beginningOf: text, into: actions + actionCount) else { return Slot(kind: .unusual) }
        actionCount += 1
        return Slot(kind: .action, seq: seq, index: actionCount - 1)
    }

    private func state(_ text: UnsafeBufferPointer<UInt8>, _ seq: Int, _ kind: Slot.Kind) -> Slot {
        guard JSONCoding.decode(beginningOf: text, into: states + stateCount) else {
            // A snapshot counts only where it is compared, and there it is told why it cannot be decoded.
            return Slot(kind: kind == .snapshot ? .other : .unusual)
        }
        stateCount += 1
        return Slot(kind: kind, seq: seq, index: stateCount - 1)
    }
}
