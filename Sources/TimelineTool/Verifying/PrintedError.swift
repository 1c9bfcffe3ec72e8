/// The message of an error that ended another process: the last lines that it printed, without `Error: `.
struct PrintedError {
    static let limit = 1 << 16

    private(set) var message: String?

    mutating func add(_ line: [UInt8]) {
        let text = String(decoding: line.prefix(Self.limit), as: UTF8.self)
        let prefix = "Error: "
        if text.hasPrefix(prefix) {
            message = String(text.dropFirst(prefix.count))
        } else if let start = message {
            // After an error that ends it, a process prints little.
            message = start.utf8.count + text.utf8.count > Self.limit ? nil : "\(start)\n\(text)"
        }
    }
}
