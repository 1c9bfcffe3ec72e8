/// The bytes that were read and not yet taken as lines. Taking a line moves no byte, so that many short lines take linear time.
package struct LineBuffer: Sendable {
    private var bytes: [UInt8] = []
    private var start = 0
    private var searched = 0

    package init(_ bytes: [UInt8] = []) { self.bytes = bytes }

    package var count: Int { bytes.count - start }

    package mutating func append(_ more: some Collection<UInt8>) {
        bytes.removeSubrange(..<start)
        (start, searched) = (0, searched - start)
        bytes += more
    }

    /// The next line, without its LF; nil if no LF was read.
    package mutating func takeLine() -> [UInt8]? {
        guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
            searched = bytes.count
            return nil
        }
        defer { (start, searched) = (end + 1, end + 1) }
        return Array(bytes[start..<end])
    }

    /// A line without an LF; empty if there is none.
    package mutating func takeRest() -> [UInt8] {
        defer { self = LineBuffer() }
        return Array(bytes[start...])
    }
}
