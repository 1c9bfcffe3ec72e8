internal import TimelineJournal
internal import TimelineSystem

/// Limits the unpacked size of all files of one command, so that a small malicious file cannot fill the disk.
struct UnpackLimit {
    /// The size in bytes that is always allowed.
    static let least = 64 << 20
    /// The allowed multiple of the packed size. Deflate reaches 1032, but the checksum of each line of a journal does not
    /// compress: 30,000 equal actions reach 6, and one state of 28 kB, repeated, reaches 83.
    static let ratio = 200
    /// The environment variable that sets another limit, in bytes.
    static let variable = "TIMELINE_MAX_UNPACKED"

    private let fixed: Int?
    private var packed = 0
    private var unpacked = 0

    /// - Parameter variable: The value of the environment variable.
    init(_ variable: String? = Environment[Self.variable]) throws(ToolError) {
        guard let variable, !variable.isEmpty else {
            fixed = nil
            return
        }
        guard let bytes = Int(variable), bytes > 0 else {
            throw ToolError(.usage, "\(Self.variable)=\(variable): give a number of bytes over 0")
        }
        fixed = bytes
    }

    /// Counts packed bytes that were read.
    mutating func add(packed count: Int) { packed += count }

    /// Counts unpacked bytes, and throws where they exceed the limit.
    ///
    /// - Parameter name: The name of the file in errors.
    mutating func add(unpacked count: Int, of name: String) throws(JournalError) {
        unpacked += count
        let limit = fixed ?? max(Self.least, Self.ratio * packed)
        guard unpacked > limit else { return }
        throw .unpacksToTooMuch(
            file: name, limit: limit,
            remedy: fixed == nil
                ? "Recordings rarely compress that well. If you trust the file, set \(Self.variable) to a larger number of bytes."
                : "\(Self.variable) sets this limit.")
    }
}
