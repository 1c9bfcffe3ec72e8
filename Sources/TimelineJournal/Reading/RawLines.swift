package import TimelineSystem

/// Splits the bytes of a file into lines. Memory: one window and the longest line.
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
            if isTooLong { throw LineError("the line is longer than \(RawLines.lengthLimit) bytes") }
            if bytes.isEmpty { throw LineError("the line is blank") }
            return try LineParser.parse(bytes)
        }
    }

    /// The largest number of bytes of a line: 256 MiB. A larger state would not be usable either.
    package static let lengthLimit = 256 << 20

    /// The size of the next window. The first are small: a reader that starts in the middle mostly wants a line or two.
    private var windowSize: Int
    private let windowLimit: Int
    private let lengthLimit: Int
    private let source: any ByteSource
    private var window: [UInt8] = []
    private var start = 0
    private var nextRead: Int
    private var line = 1
    private var byte: Int
    private var isAtEnd = false

    package init(
        _ source: any ByteSource, byte: Int = 0, windowSize: Int = 256 << 10,
        lengthLimit: Int = Self.lengthLimit
    ) {
        windowLimit = windowSize
        self.windowSize = min(windowSize, 4 << 10)
        self.lengthLimit = lengthLimit
        self.source = source
        self.byte = byte
        nextRead = byte
    }

    /// The next line, or nil at the end.
    ///
    /// - Throws: `FileError` if the file cannot be read.
    package mutating func next() throws(FileError) -> RawLine? {
        var bytes: [UInt8] = []
        var length = 0
        while true {
            if start == window.count {
                if !isAtEnd { isAtEnd = try !fill() }
                if isAtEnd {
                    return length == 0 ? nil : take(bytes, length: length, isTorn: true)
                }
            }
            let (count, isWhole) = window.withUnsafeBytes { window in
                let rest = UnsafeRawBufferPointer(rebasing: window[start...])
                let end = rest.offset(of: UInt8(ascii: "\n"))
                let count = end ?? rest.count
                if length == 0, end != nil, count <= lengthLimit {
                    bytes = Array(UnsafeRawBufferPointer(rebasing: rest[..<count]))
                } else if length + count <= lengthLimit {
                    bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: rest[..<count]))
                }
                return (count, end != nil)
            }
            length += count
            start += count
            if isWhole {
                start += 1
                return take(bytes, length: length, isTorn: false)
            }
        }
    }

    private mutating func take(_ bytes: [UInt8], length: Int, isTorn: Bool) -> RawLine {
        defer {
            line += 1
            byte += length + 1
        }
        let isTooLong = length > lengthLimit
        return RawLine(
            number: line, byte: byte, bytes: isTooLong ? [] : bytes, isTorn: isTorn, isTooLong: isTooLong)
    }

    private mutating func fill() throws(FileError) -> Bool {
        window = try source.read(at: nextRead, count: windowSize)
        nextRead += window.count
        windowSize = min(2 * windowSize, windowLimit)
        start = 0
        return !window.isEmpty
    }
}
