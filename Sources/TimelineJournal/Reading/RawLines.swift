package import TimelineSystem

/// Splits the bytes of a file into lines. Memory: one window, or the longest line.
package struct RawLines {
    /// A line, unparsed.
    package struct RawLine: Sendable {
        package let number: Int
        package let byte: Int
        package let bytes: [UInt8]
        /// Whether it has no LF: the last line of a file that was being written.
        package let isTorn: Bool
        /// Whether it is longer than the limit, so that its bytes are not here.
        package let isTooLong: Bool

        /// Parses a line that has its LF.
        package func parsed() throws(LineError) -> Line {
            if isTooLong { throw .tooLong }
            return try LineParser.parse(bytes)
        }
    }

    /// The largest number of bytes of a line: 256 MiB. A larger state would not be usable either.
    package static let lengthLimit = 256 << 20

    private let lengthLimit: Int
    private let source: any ByteSource
    private var blocks: LineBlocks
    private var block: LineBlock?
    /// Where the next line begins in the bytes of the block.
    private var start = 0
    private var line = 1
    /// Where the next line begins in the file.
    private var nextByte: Int

    package init(
        _ source: any ByteSource, byte: Int = 0, windowSize: Int = 256 << 10,
        lengthLimit: Int = Self.lengthLimit
    ) {
        self.lengthLimit = lengthLimit
        self.source = source
        nextByte = byte
        blocks = LineBlocks(source, byte: byte, windowSize: windowSize, lengthLimit: lengthLimit)
    }

    /// The next line, or nil at the end.
    ///
    /// - Throws: `FileError` if the file cannot be read.
    package mutating func next() throws(FileError) -> RawLine? {
        while true {
            if let block {
                if block.isTooLong {
                    self.block = nil
                    return take([], in: block, length: block.length)
                }
                if start < block.bytes.endIndex {
                    let end = block.bytes.endOfLine(from: start)
                    defer { start = end + 1 }
                    return take(block.bytes[start..<end], in: block, length: end + 1 - start)
                }
            }
            block = try blocks.next()
            start = 0
            if block == nil { return nil }
        }
    }

    /// The lines that were not returned yet, in blocks.
    var remainingBlocks: LineBlocks { LineBlocks(ahead: source, byte: nextByte) }

    private mutating func take(_ bytes: ArraySlice<UInt8>, in block: LineBlock, length: Int) -> RawLine {
        defer {
            line += 1
            nextByte += length
        }
        let isTooLong = block.isTooLong || bytes.count > lengthLimit
        return RawLine(
            number: line, byte: nextByte, bytes: isTooLong ? [] : Array(bytes), isTorn: block.isTorn,
            isTooLong: isTooLong)
    }
}

extension ArraySlice<UInt8> {
    /// The index of the next LF, or the end.
    func endOfLine(from start: Int) -> Int {
        withUnsafeBytes { bytes in
            UnsafeRawBufferPointer(rebasing: bytes[(start - startIndex)...]).offset(of: UInt8(ascii: "\n"))
                .map { start + $0 }
        } ?? endIndex
    }
}
