internal import TimelineJournal
internal import TimelineSystem

/// The lines of standard input as bytes, each as soon as it arrives. Gzip data is unpacked.
struct InputLines: ~Copyable {
    private var pending: [UInt8] = []
    private var isAtEnd = false
    private var hasBegun = false
    /// nil if the input is not packed. No line of JSON begins as gzip data does.
    private var gunzip: Gunzip?
    private var limit: UnpackLimit
    private var unpackingError: Unpacked.UnpackingError?

    init() throws(ToolError) { limit = try UnpackLimit() }

    /// The next line without its LF, which the last line may lack; nil at the end.
    ///
    /// - Throws: An error of packed input, after the lines before it.
    mutating func next() throws(ToolError) -> [UInt8]? {
        var searched = 0
        while true {
            if let end = pending[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { pending.removeSubrange(...end) }
                return Array(pending[..<end])
            }
            searched = pending.count
            if isAtEnd {
                if let unpackingError {
                    throw ToolError(.badFile, "standard input cannot be unpacked: \(unpackingError.reason)")
                }
                defer { pending = [] }
                return pending.isEmpty ? nil : pending
            }
            let bytes: [UInt8]
            do throws(FileError) { bytes = try StandardStream.input.read(atMost: 1 << 16) } catch {
                throw ToolError(error)
            }
            if bytes.isEmpty {
                isAtEnd = true
                unpackingError = gunzip?.errorAtEnd
            } else {
                try append(bytes)
            }
        }
    }

    private mutating func append(_ bytes: [UInt8]) throws(ToolError) {
        if !hasBegun, bytes[0] == Gunzip.magic[0] { gunzip = Gunzip() }
        hasBegun = true
        guard var unpacking = gunzip.take() else { return pending.append(contentsOf: bytes) }
        limit.add(packed: bytes.count)
        do throws(JournalError) {
            unpackingError = try unpacking.unpack(bytes) { (unpacked) throws(JournalError) in
                try limit.add(unpacked: unpacked.count, of: "standard input")
                pending.append(contentsOf: unpacked)
            }
        } catch {
            throw ToolError(error)
        }
        gunzip = consume unpacking
        if unpackingError != nil { isAtEnd = true }
    }
}
