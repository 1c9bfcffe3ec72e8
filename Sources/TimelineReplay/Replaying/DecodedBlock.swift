internal import TimelineKit

/// A block of lines, decoded. Sendable because it does not change once it is made.
final class DecodedBlock<P: Program>: @unchecked Sendable {
    let block: LineBlock
    let segment: Int
    private(set) var lines: [DecodedLine] = []
    let actions: UnsafeMutablePointer<P.Action>
    private var actionCount = 0
    private(set) var states: [P.State] = []
    private(set) var values: [GeneratedValue] = []
    private let migrations: MigrationPath?
    private let decodesActions: Bool

    init(_ block: LineBlock, segment: Int, _ migrations: MigrationPath?, decodesActions: Bool) {
        (self.block, self.segment, self.migrations, self.decodesActions) = (block, segment, migrations, decodesActions)
        let ranges = block.isTorn ? [] : block.lines
        actions = .allocate(capacity: ranges.count)
        block.bytes.withUnsafeBufferPointer { bytes in
            lines = ranges.map { range in
                var line = line(UnsafeBufferPointer(rebasing: bytes[range]))
                line.bytes = range
                return line
            }
        }
    }

    deinit {
        actions.deinitialize(count: actionCount)
        actions.deallocate()
    }

    func bytes(of line: DecodedLine) -> [UInt8] { Array(block.bytes[line.bytes]) }

    private func line(_ line: UnsafeBufferPointer<UInt8>) -> DecodedLine {
        let start = LineOutline(beginning: line)
        // Comparing a snapshot parses it.
        if let start, start.kind == .snapshot {
            return DecodedLine(kind: .snapshot, seq: start.seq, at: start.at, index: start.valueOffset)
        }
        if let start, start.kind == .action, migrations == nil, decodesActions {
            let value = UnsafeBufferPointer(rebasing: line[start.valueOffset...])
            if let count = JSONCoding.decode(beginningOf: value, into: actions + actionCount) {
                // The rest of the line was not parsed when the journal was opened.
                if LineOutline.isEnd(UnsafeBufferPointer(rebasing: value[count...])) {
                    return action(start.seq, start.at)
                }
                (actions + actionCount).deinitialize(count: 1)
            }
        }
        return parsed(line)
    }

    /// Apart from the lines above, of which there are most: its optional actions and states are of types that must be looked up.
    private func parsed(_ line: UnsafeBufferPointer<UInt8>) -> DecodedLine {
        switch try? LineParser.parse(Array(line)) {
        case .header, .mark, .end, .site, .canceled, .took, .unknown, .snapshot: return DecodedLine(kind: .other)
        case .gap, nil: return DecodedLine(kind: .undecoded)
        case .generated(let value):
            values.append(value)
            return DecodedLine(kind: .generated, seq: value.seq, at: value.at, index: values.count - 1)
        case .step(let step):
            let failed = DecodedLine(kind: .undecoded, seq: step.seq, at: step.at)
            switch step.change {
            case .opaque: return failed
            case .action(let text):
                let text = migrations?.action(text) ?? text
                guard decodesActions, let action = try? JSONCoding.decode(P.Action.self, from: text) else {
                    return failed
                }
                (actions + actionCount).initialize(to: action)
                return self.action(step.seq, step.at)
            case .set(let text, _):
                let text = migrations?.state(text) ?? text
                guard let state = try? JSONCoding.decode(P.State.self, from: text) else { return failed }
                states.append(state)
                return DecodedLine(kind: .set, seq: step.seq, at: step.at, index: states.count - 1)
            }
        }
    }

    private func action(_ seq: Int, _ at: Moment) -> DecodedLine {
        actionCount += 1
        return DecodedLine(kind: .action, seq: seq, at: at, index: actionCount - 1)
    }
}

struct DecodedLine {
    enum Kind {
        case action, set, generated
        /// In the form that a recorder writes, not decoded.
        case snapshot
        /// Has no effect on replay.
        case other
        /// An opaque step, one that cannot or must not be decoded, a gap, or a line that was changed since the journal was opened.
        case undecoded
    }

    var kind: Kind
    var seq = 0
    var at = Moment.zero
    /// The index into the actions, the states or the generated values of the block; of a snapshot, the offset of the state in its line.
    var index = 0
    /// In the block, without the LF.
    var bytes = 0..<0

    var isStep: Bool { kind == .action || kind == .set || kind == .undecoded }
}
