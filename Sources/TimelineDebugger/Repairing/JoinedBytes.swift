internal import TimelineKit

/// Parts of files, and lines between them, one after another. It reads the files when it is read.
struct JoinedBytes: ByteSource {
    private struct Part {
        /// Among the joined bytes.
        let start: Int
        let source: any ByteSource
        var range: Range<Int>
        /// Nil for a line of its own.
        let segment: Int?
    }

    private let segments: [Segment]
    private var parts: [Part] = []
    private(set) var count = 0

    init(_ segments: [Segment]) { self.segments = segments }

    mutating func append(_ bytes: [UInt8]) {
        parts.append(Part(start: count, source: bytes, range: 0..<bytes.count, segment: nil))
        count += bytes.count
    }

    mutating func append(_ range: Range<Int>, of segment: Int) {
        if let last = parts.last, last.segment == segment, last.range.upperBound == range.lowerBound {
            parts[parts.count - 1].range = last.range.lowerBound..<range.upperBound
        } else {
            parts.append(Part(start: count, source: segments[segment].source, range: range, segment: segment))
        }
        count += range.count
    }

    func size() -> Int { count }

    func read(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
        var bytes: [UInt8] = []
        let end = offset + min(count, self.count - offset)
        var next = parts.partitioningIndex { $0.start + $0.range.count > offset }
        while offset + bytes.count < end {
            let part = parts[next]
            let skipped = offset + bytes.count - part.start
            let wanted = min(part.range.count - skipped, end - offset - bytes.count)
            let piece = try part.source.read(at: part.range.lowerBound + skipped, count: wanted)
            guard piece.count == wanted else {
                throw FileError(part.segment.map { segments[$0].name } ?? "", "read", FileError.changedUnderneath)
            }
            if bytes.isEmpty { bytes = piece } else { bytes += piece }
            next += 1
        }
        return bytes
    }
}
