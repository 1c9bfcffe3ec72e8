#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Cuts bytes into lines. Memory is one window and the longest line.
package struct RawLines {
    /// A line and whether its LF is there.
    struct RawLine {
        let number: Int
        let byte: Int
        let bytes: [UInt8]
        let isTorn: Bool
        /// Whether the line was longer than the limit, so that its bytes are not here.
        let isTooLong: Bool
    }

    /// No line is longer than this: 256 MiB. A state that large would not be usable either.
    package static let lengthLimit = 256 << 20

    private let windowSize: Int
    private let lengthLimit: Int
    private let source: any ByteSource
    private var window: [UInt8] = []
    private var start = 0
    private var nextRead: Int
    private var line: Int
    private var byte: Int
    private var isAtEnd = false

    init(
        _ source: any ByteSource, line: Int = 1, byte: Int = 0, windowSize: Int = 256 << 10,
        lengthLimit: Int = Self.lengthLimit
    ) {
        self.windowSize = windowSize
        self.lengthLimit = lengthLimit
        self.source = source
        self.line = line
        self.byte = byte
        nextRead = byte
    }

    /// The next line, or nil at the end.
    ///
    /// - Throws: `FileError` where the file cannot be read.
    mutating func next() throws(FileError) -> RawLine? {
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
                let end = memchr(rest.baseAddress!, Int32(UInt8(ascii: "\n")), rest.count)
                let count = end.map { UnsafeRawPointer($0) - rest.baseAddress! } ?? rest.count
                if length + count <= lengthLimit {
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
        start = 0
        return !window.isEmpty
    }
}
