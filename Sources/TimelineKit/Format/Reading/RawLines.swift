package struct RawLines {
    package struct RawLine: Sendable {
        package let number: Int
        package let byte: Int
        package let bytes: [UInt8]
        /// It has no LF: the last line of a file that was being written.
        package let isTorn: Bool
        /// Its bytes are not here.
        package let isTooLong: Bool

        package func parsed() throws(LineError) -> Line {
            if isTooLong { throw .tooLong }
            return try LineParser.parse(bytes)
        }
    }

    /// In bytes. A larger state would not be usable either.
    package static let lengthLimit = 256 << 20

    private let lengthLimit: Int
    private let source: any ByteSource
    private var blocks: LineBlocks
    private var block: LineBlock?
    private var start = 0
    private var line = 1
    /// In the file.
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

    var remainingBlocks: LineBlocks { LineBlocks(source, byte: nextByte, windowSize: LineBlocks.aheadSize) }

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
    package func endOfLine(from start: Int) -> Int {
        withUnsafeBytes { bytes in
            UnsafeRawBufferPointer(rebasing: bytes[(start - startIndex)...]).offset(of: UInt8(ascii: "\n"))
                .map { start + $0 }
        } ?? endIndex
    }
}
