/// A line with its place.
package struct LocatedLine: Sendable {
    /// The line's number, from 1.
    package let number: Int
    /// How many bytes of the file stand before it.
    package let byte: Int
    /// The line as it is in the file, without its LF.
    package let bytes: [UInt8]
    /// What it says.
    package let content: Line

    package init(number: Int, byte: Int, bytes: [UInt8], content: Line) {
        self.number = number
        self.byte = byte
        self.bytes = bytes
        self.content = content
    }

    /// The place of the line, to go back to.
    package func place(inSegment segment: Int) -> Place { Place(segment: segment, line: number, byte: byte) }
}
