internal import TimelineJournal
internal import TimelineSystem

/// How much the packed files of one command may unpack to, all together: a small file that somebody sent must not fill
/// the disk.
struct UnpackLimit {
    /// So much is always let: any disk has room for it.
    static let least = 64 << 20
    /// How many times their packed bytes files may unpack to. Deflate reaches 1032; each line of a journal bears its
    /// checksum, which does not pack, so that 30,000 equal actions reach 6, and one state of 28 kB again and again 83.
    static let ratio = 200
    /// The environment's word for another limit, in bytes.
    static let variable = "TIMELINE_MAX_UNPACKED"

    private let fixed: Int?
    private var packed = 0
    private var unpacked = 0

    init() throws(ToolError) { try self.init(Environment[Self.variable]) }

    /// - Parameter variable: What the environment says; nil where it says nothing.
    init(_ variable: String?) throws(ToolError) {
        guard let variable, !variable.isEmpty else {
            fixed = nil
            return
        }
        guard let bytes = Int(variable), bytes > 0 else {
            throw ToolError(.usage, "\(Self.variable)=\(variable): give a number of bytes over 0")
        }
        fixed = bytes
    }

    /// Notes that so many more packed bytes were read.
    mutating func take(packed count: Int) { packed += count }

    /// Notes that so many more bytes came out.
    ///
    /// - Parameter name: What messages call the file.
    mutating func take(unpacked count: Int, of name: String) throws(JournalError) {
        unpacked += count
        let limit = fixed ?? max(Self.least, Self.ratio * packed)
        guard unpacked > limit else { return }
        throw .unpacksToTooMuch(
            file: name, limit: limit,
            remedy: fixed == nil
                ? "Recordings hardly pack so far, so it was not read on. If you trust it, set \(Self.variable) to more bytes."
                : "\(Self.variable) lets it be no more.")
    }
}
