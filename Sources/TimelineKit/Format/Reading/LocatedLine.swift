package struct LocatedLine: Sendable {
    /// From 1. A reader that starts at a `Place` counts from there: see `Journal.lineNumber(at:)`.
    package let number, byte: Int
    package let bytes: [UInt8]
    package let content: Line

    package init(number: Int, byte: Int, bytes: [UInt8], content: Line) {
        (self.number, self.byte, self.bytes, self.content) = (number, byte, bytes, content)
    }
}

/// Where a line begins in a journal of one or more segments.
package struct Place: Hashable, Comparable, Sendable {
    package let byte: Int
    /// Four bytes, as a timeline of ten million steps has a million checkpoints.
    private let segmentNumber: Int32

    package var segment: Int { Int(segmentNumber) }

    package init(segment: Int, byte: Int) {
        self.byte = byte
        segmentNumber = Int32(segment)
    }

    package static func < (one: Place, other: Place) -> Bool {
        (one.segmentNumber, one.byte) < (other.segmentNumber, other.byte)
    }
}
