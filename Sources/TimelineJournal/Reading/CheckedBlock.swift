internal import TimelineJSON

/// The lines of a block, each checked by itself. Their order is not checked.
///
/// A line that a recorder wrote, with the right checksum, is not parsed: its prefix has its kind, step and time. Code that uses the
/// action or the state parses the line. Other lines are parsed here.
struct CheckedBlock: Sendable {
    struct CheckedLine: Sendable {
        /// Where the line begins in the block.
        let start: Int
        /// The beginning of a line that was not parsed; nil if the line is in `parsed`.
        let prefix: LinePrefix?
    }

    let block: LineBlock
    private(set) var lines: [CheckedLine] = []
    /// The lines that were parsed, in order.
    private(set) var parsed: [Result<LineOutline, LineError>] = []
    /// The names of the actions, if they are counted.
    private(set) var actions: ActionCounts?

    /// - Parameters:
    ///   - hasChecksums: Whether every line must have a checksum. Otherwise every line is parsed.
    ///   - parsesAll: Whether every line is parsed.
    ///   - countsActions: Whether the actions are counted by name.
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
            var start = 0
            while start < bytes.count {
                let end = block.bytes.endOfLine(from: start)
                let line = UnsafeBufferPointer(rebasing: bytes[start..<end])
                if hasChecksums, !parsesAll, let prefix = LinePrefix(ofRecorded: line) {
                    lines.append(CheckedLine(start: start, prefix: prefix))
                    if prefix.kind == .action {
                        actions?.add(UnsafeBufferPointer(rebasing: line[prefix.valueOffset...]))
                    }
                } else {
                    append(Self.parse(Array(line), hasChecksums, counting: &actions), at: start)
                }
                start = end + 1
            }
        }
    }

    private mutating func append(_ line: Result<LineOutline, LineError>, at start: Int) {
        lines.append(CheckedLine(start: start, prefix: nil))
        parsed.append(line)
    }

    private static func parse(
        _ bytes: [UInt8], _ hasChecksums: Bool, counting actions: inout ActionCounts?
    ) -> Result<LineOutline, LineError> {
        Result { () throws(LineError) in
            let line = try LineParser.parse(bytes)
            if hasChecksums { try LineParser.requireChecksum(of: bytes) }
            if actions != nil, case .step(let step) = line, case .action(let text) = step.change {
                text.withBytes { actions?.add($0) }
            }
            return line.outline
        }
    }

    /// The counts of the actions without those of some lines, which were found to be out of order.
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
