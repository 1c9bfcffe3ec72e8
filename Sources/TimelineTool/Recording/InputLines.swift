internal import TimelineJournal
internal import TimelineSystem

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// The lines of standard input, as bytes, as soon as each is there. What is packed by gzip is unpacked.
struct InputLines: ~Copyable {
    private var pending: [UInt8] = []
    private var isAtEnd = false
    private var hasBegun = false
    /// Where the input is packed. No line of JSON begins as gzip data does.
    private var gunzip: Gunzip?
    private var limit: UnpackLimit
    private var fault: Unpacked.Fault?

    init() throws(ToolError) { limit = try UnpackLimit() }

    /// The next line without its LF, which the last may lack; nil at the end.
    ///
    /// - Throws: What is wrong with packed input, after the lines before it.
    mutating func next() throws(ToolError) -> [UInt8]? {
        var searched = 0
        while true {
            if let end = pending[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { pending.removeSubrange(...end) }
                return Array(pending[..<end])
            }
            searched = pending.count
            if isAtEnd {
                if let fault { throw ToolError(.badFile, "standard input cannot be unpacked: \(fault.reason)") }
                defer { pending = [] }
                return pending.isEmpty ? nil : pending
            }
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            let count = read(0, &buffer, buffer.count)
            if count < 0, errno != EINTR { throw ToolError(FileError("standard input", "read", errno)) }
            if count == 0 {
                isAtEnd = true
                fault = gunzip?.faultAtEnd
            }
            if count > 0 { try take(Array(buffer[..<count])) }
        }
    }

    private mutating func take(_ bytes: [UInt8]) throws(ToolError) {
        if !hasBegun, bytes[0] == Gunzip.magic[0] { gunzip = Gunzip() }
        hasBegun = true
        guard var unpacking = gunzip.take() else { return pending.append(contentsOf: bytes) }
        limit.take(packed: bytes.count)
        do throws(JournalError) {
            fault = try unpacking.take(bytes) { (unpacked) throws(JournalError) in
                try limit.take(unpacked: unpacked.count, of: "standard input")
                pending.append(contentsOf: unpacked)
            }
        } catch {
            throw ToolError(error)
        }
        gunzip = consume unpacking
        if fault != nil { isAtEnd = true }
    }
}
