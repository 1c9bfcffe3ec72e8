/// A line with its place.
package struct LocatedLine: Sendable {
    /// The line's number, from 1. Meaningless after a place whose line is unknown.
    package let number: Int
    /// The number of bytes of the file before it.
    package let byte: Int
    /// The line as it is in the file, without its LF.
    package let bytes: [UInt8]
    package let content: Line

    package init(number: Int, byte: Int, bytes: [UInt8], content: Line) {
        self.number = number
        self.byte = byte
        self.bytes = bytes
        self.content = content
    }
}

/// Where a line begins in a journal of one or more segments.
package struct Place: Hashable, Sendable {
    package let segment: Int
    package let line: Int
    package let byte: Int

    /// The line of a place that was found by search, which counts no lines.
    static let unknownLine = Int.min
}
