package import TimelineKit

extension JournalReader {
    /// The next block of lines, parsed ahead on idle processors. After the first call, read only this cursor, and only with this method.
    package mutating func nextChunk<Parsed>(
        _ ahead: inout ReadAhead<Parsed>?, _ work: @escaping ReadAhead<Parsed>.Work
    ) -> ReadAhead<Parsed>.Chunk? {
        var current = ahead ?? ReadAhead(remainingBlocks, work: work)
        defer { ahead = current }
        while true {
            if let chunk = current.next() { return chunk }
            guard let blocks = nextSegmentBlocks() else { return nil }
            current = ReadAhead(blocks, work: work)
        }
    }
}
