internal import TimelineKit

/// The lines of a block, each checked by itself. A line that a recorder wrote, with the right checksum, is not parsed.
struct CheckedBlock: Sendable {
    struct CheckedLine: Sendable {
        let start: Int
        /// Nil if the line is in `parsed`.
        let outline: LineOutline?
    }

    let block: LineBlock
    private(set) var lines: [CheckedLine] = []
    private(set) var parsed: [Result<Line, LineError>] = []
    private(set) var actions: ActionCounts?

    init(_ block: LineBlock, hasChecksums: Bool, parsesAll: Bool, countsActions: Bool) {
        self.block = block
        if countsActions { actions = ActionCounts() }
        guard !block.isTorn else { return }
        guard !block.isTooLong else {
            append(.failure(.tooLong), at: 0)
            return
        }
        lines.reserveCapacity(block.bytes.count / 128 + 8)
        block.bytes.withUnsafeBufferPointer { bytes in
            for range in block.lines {
                let (start, line) = (range.lowerBound, UnsafeBufferPointer(rebasing: bytes[range]))
                if hasChecksums, !parsesAll, let outline = LineOutline(ofRecorded: line) {
                    lines.append(CheckedLine(start: start, outline: outline))
                    if outline.kind == .action {
                        actions?.add(UnsafeBufferPointer(rebasing: line[outline.valueOffset...]))
                    }
                } else {
                    append(Self.parse(Array(line), hasChecksums, counting: &actions), at: start)
                }
            }
        }
    }

    private mutating func append(_ line: Result<Line, LineError>, at start: Int) {
        lines.append(CheckedLine(start: start, outline: nil))
        parsed.append(line)
    }

    private static func parse(
        _ bytes: [UInt8], _ hasChecksums: Bool, counting actions: inout ActionCounts?
    ) -> Result<Line, LineError> {
        Result { () throws(LineError) in
            let line = try LineParser.parse(bytes)
            if hasChecksums { try LineParser.requireChecksum(of: bytes) }
            if actions != nil, case .step(let step) = line, case .action(let text) = step.change {
                text.withBytes { actions?.add($0) }
            }
            return line
        }
    }

    func actions(without unsound: Set<Int>) -> ActionCounts {
        var counts = ActionCounts()
        for line in lines where !unsound.contains(line.start) {
            let bytes = block.bytes[line.start..<block.bytes.endOfLine(from: line.start)]
            var counted: ActionCounts? = counts
            _ = Self.parse(Array(bytes), false, counting: &counted)
            if let counted { counts = counted }
        }
        return counts
    }
}
