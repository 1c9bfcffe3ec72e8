internal import TimelineJournal
internal import TimelineSystem

/// Of all files of one command, so that a small malicious file cannot fill the disk.
struct UnpackLimit {
    /// In bytes.
    static let alwaysAllowed = 64 << 20
    /// Unpacked to packed size. Deflate reaches 1032, but a journal of equal actions 6, and a journal that repeats a state of 28 kB 83.
    static let allowedRatio = 200
    /// Sets another limit, in bytes.
    static let variableName = "TIMELINE_MAX_UNPACKED"

    private let configuredLimit: Int?
    private var packed = 0
    private var unpacked = 0

    init(_ value: String? = Environment[Self.variableName]) throws(ToolError) {
        guard let value, !value.isEmpty else {
            configuredLimit = nil
            return
        }
        guard let bytes = Int(value), bytes > 0 else {
            throw ToolError(.usage, "\(Self.variableName)=\(value): must be a number of bytes greater than 0")
        }
        configuredLimit = bytes
    }

    mutating func add(packed count: Int) { packed += count }

    mutating func add(unpacked count: Int, of name: String) throws(JournalError) {
        unpacked += count
        let limit = configuredLimit ?? max(Self.alwaysAllowed, Self.allowedRatio * packed)
        guard unpacked > limit else { return }
        throw .unpackedSizeTooLarge(
            file: name, limit: limit,
            remedy: configuredLimit == nil
                ? "Recordings rarely compress that well. If you trust the file, set \(Self.variableName) to a larger number of bytes."
                : "\(Self.variableName) sets this limit.")
    }
}
