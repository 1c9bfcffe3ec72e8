internal import TimelineSystem

/// Splits a file into windows of whole lines, some hundred kilobytes each or one longer line. A torn last line is left out.
struct LineWindows {
    private static let size = 256 << 10

    private let source: any ByteSource
    private var offset = 0

    init(_ source: any ByteSource) { self.source = source }

    /// The next lines, each with its LF; nil at the end.
    mutating func next() throws(FileError) -> [UInt8]? {
        var size = Self.size
        while true {
            var window = try source.read(at: offset, count: size)
            if let end = window.lastIndex(of: UInt8(ascii: "\n")) {
                window.removeSubrange((end + 1)...)
                offset += window.count
                return window
            }
            if window.count < size { return nil }
            size *= 2
        }
    }
}
