package import TimelineKit

extension JournalReader {
    /// The next lines: a block of them, mapped on idle processors, if the lines were checked before, and one line otherwise. After the first
    /// call, read only with this method.
    package mutating func nextBlock<Mapped>(
        _ ahead: inout ReadAhead<Mapped>?, _ map: @escaping @Sendable (_ block: LineBlock, _ segment: Int) -> Mapped
    ) throws(JournalError) -> Mapped? {
        if !wereChecked {
            return try next().map { line in
                let bytes = line.bytes[...]
                return map(LineBlock(bytes: bytes, byte: line.byte, length: bytes.count, isTorn: false), segment)
            }
        }
        while true {
            if ahead == nil { ahead = ReadAhead(remainingBlocks) { [segment] in map($0, segment) } }
            let mapped = try JournalError.reading(try ahead?.next(), as: JournalError.unreadableWithin)
            if let mapped { return mapped }
            guard skipToNextSegment() else { return nil }
            ahead = nil
        }
    }
}
