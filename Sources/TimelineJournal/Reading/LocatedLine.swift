/// A line with its place.
package struct LocatedLine: Sendable {
    /// The line's number, from 1. A reader that starts at a `Place` counts from there: see `ReplayableJournal.lineNumber(at:)`.
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
    /// The number of bytes of the file before it.
    package let byte: Int
    /// Four bytes, as a timeline of ten million steps has a million checkpoints.
    private let segmentNumber: Int32

    package var segment: Int { Int(segmentNumber) }

    init(segment: Int, byte: Int) {
        self.byte = byte
        segmentNumber = Int32(segment)
    }
}
