/// The last lines that another process printed, at most twice `limit` bytes of them.
struct RecentOutput {
    static let limit = 1 << 16

    private var lines: [String] = []
    private var bytes = 0

    /// Adds a line. Of a longer one than `limit`, only the beginning.
    mutating func add(_ line: [UInt8]) {
        let text = String(decoding: line.prefix(Self.limit), as: UTF8.self)
        lines.append(text)
        bytes += text.utf8.count + 1
        // Lines are removed in bulk, as that moves all others.
        guard bytes > 2 * Self.limit else { return }
        var surplus = 0
        while bytes > Self.limit, surplus < lines.count - 1 {
            bytes -= lines[surplus].utf8.count + 1
            surplus += 1
        }
        lines.removeFirst(surplus)
    }

    /// The message of an error that ended the process, from `Error: ` on; nil if it printed none.
    var errorMessage: String? {
        let prefix = "Error: "
        guard let start = lines.lastIndex(where: { $0.hasPrefix(prefix) }) else { return nil }
        return lines[start...].joined(separator: "\n").dropFirst(prefix.count).description
    }
}
