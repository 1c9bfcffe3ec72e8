internal import TimelineJournal

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// The lines of standard input, as bytes, as soon as each is there.
struct InputLines {
    private var pending: [UInt8] = []
    private var isAtEnd = false

    /// The next line without its LF, which the last may lack; nil at the end.
    mutating func next() throws(FileError) -> [UInt8]? {
        var searched = 0
        while true {
            if let end = pending[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { pending.removeSubrange(...end) }
                return Array(pending[..<end])
            }
            searched = pending.count
            if isAtEnd {
                defer { pending = [] }
                return pending.isEmpty ? nil : pending
            }
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            let count = read(0, &buffer, buffer.count)
            if count < 0, errno != EINTR { throw FileError("standard input", "read", errno) }
            if count == 0 { isAtEnd = true }
            if count > 0 { pending.append(contentsOf: buffer[..<count]) }
        }
    }
}
