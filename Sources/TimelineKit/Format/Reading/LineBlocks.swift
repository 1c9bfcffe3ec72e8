package struct LineBlock: Sendable {
    /// Each line has its LF, but for a torn last line, which is a block of its own. Empty if the line is too long.
    package let bytes: ArraySlice<UInt8>
    package let byte: Int
    let length: Int
    package let isTorn: Bool

    package init(bytes: ArraySlice<UInt8>, byte: Int, length: Int, isTorn: Bool) {
        (self.bytes, self.byte, self.length, self.isTorn) = (bytes, byte, length, isTorn)
    }

    /// One line that is longer than the limit.
    package var isTooLong: Bool { bytes.isEmpty }

    /// O(n).
    package var lines: [Range<Int>] {
        var lines: [Range<Int>] = []
        lines.reserveCapacity(bytes.count / 128 + 8)
        var start = 0
        while start < bytes.endIndex {
            let end = bytes.endOfLine(from: start)
            lines.append(start..<end)
            start = end + 1
        }
        return lines
    }
}

/// Reads a file in blocks of whole lines. Memory: one window, or the longest line.
package struct LineBlocks: Sendable {
    /// A fraction of a millisecond of work.
    package static let aheadSize = 64 << 10

    /// The first are small: a reader that starts in the middle mostly needs a line or two.
    private var windowSize: Int
    private let windowLimit: Int
    private let lengthLimit: Int
    private let source: any ByteSource
    private var byte: Int
    private var isAtEnd = false

    package var isGrowing: Bool { windowSize < windowLimit }

    package init(
        _ source: any ByteSource, byte: Int = 0, windowSize: Int = 256 << 10, lengthLimit: Int = RawLines.lengthLimit
    ) {
        windowLimit = min(windowSize, lengthLimit + 1)
        self.windowSize = min(windowLimit, 4 << 10)
        (self.lengthLimit, self.source, self.byte) = (lengthLimit, source, byte)
    }

    /// From a place at or before the next block; nil for that.
    func ahead(from byte: Int?) -> LineBlocks {
        LineBlocks(source, byte: byte ?? self.byte, windowSize: Self.aheadSize, lengthLimit: lengthLimit)
    }

    package mutating func next() throws(FileError) -> LineBlock? {
        if isAtEnd { return nil }
        var size = windowSize
        windowSize = min(2 * windowSize, windowLimit)
        while true {
            let bytes = try source.read(at: byte, count: size)
            if let end = TornLine.start(in: bytes) { return block(bytes[..<end]) }
            if bytes.count < size {
                isAtEnd = true
                return bytes.isEmpty ? nil : block(bytes[...], isTorn: true)
            }
            if size > lengthLimit { return try skipLine() }
            size = min(2 * size, lengthLimit + 1)
        }
    }

    private mutating func block(_ bytes: ArraySlice<UInt8>, length: Int? = nil, isTorn: Bool = false) -> LineBlock {
        let length = length ?? bytes.count
        defer { byte += length }
        return LineBlock(bytes: bytes, byte: byte, length: length, isTorn: isTorn)
    }

    private mutating func skipLine() throws(FileError) -> LineBlock {
        var length = lengthLimit + 1
        while true {
            let bytes = try source.read(at: byte + length, count: windowLimit)
            if let lineFeed = bytes.firstIndex(of: UInt8(ascii: "\n")) {
                return block([], length: length + lineFeed + 1)
            }
            length += bytes.count
            if bytes.isEmpty {
                isAtEnd = true
                return block([], length: length, isTorn: true)
            }
        }
    }
}
