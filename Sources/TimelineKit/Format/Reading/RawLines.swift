package struct RawLines {
    package struct RawLine: Sendable {
        package let number, byte: Int
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

    private var blocks: LineBlocks
    private var block: LineBlock?
    /// Of the next line, in the block.
    private var start = 0
    private var number = 1

    package init(
        _ source: any ByteSource, byte: Int = 0, windowSize: Int = 256 << 10,
        lengthLimit: Int = Self.lengthLimit
    ) {
        blocks = LineBlocks(source, byte: byte, windowSize: windowSize, lengthLimit: lengthLimit)
    }

    /// Inlined where the bytes are not used, their array was freed before they were copied to it (Swift 6.3.1).
    @inline(never) package mutating func next() throws(FileError) -> RawLine? {
        if start >= block?.length ?? 0 { (block, start) = (try blocks.next(), 0) }
        guard let block else { return nil }
        let end = block.isTooLong ? block.length : block.bytes.endOfLine(from: start)
        defer { (start, number) = (end + 1, number + 1) }
        return RawLine(
            number: number, byte: block.byte + start, bytes: block.isTooLong ? [] : Array(block.bytes[start..<end]),
            isTorn: block.isTorn, isTooLong: block.isTooLong)
    }

    var remainingBlocks: LineBlocks { blocks.ahead(from: block.map { $0.byte + min(start, $0.length) }) }
}

extension ArraySlice<UInt8> {
    package func endOfLine(from start: Int) -> Int {
        withUnsafeBytes { bytes in
            UnsafeRawBufferPointer(rebasing: bytes[(start - startIndex)...]).offset(of: UInt8(ascii: "\n"))
                .map { start + $0 }
        } ?? endIndex
    }
}
