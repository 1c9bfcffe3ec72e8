internal import TimelineLive

/// The body of a `POST /replicas`, which may be repeated:
/// `{"client":"5f0c…","id":"lap-1","upload":{"from":812,"text":"{\"seq\":9,…}\n"}}`.
///
/// The client owns the id until it leaves, or asks for nothing for a while.
struct ReplicaRequest: Codable, Sendable {
    struct Upload: Codable, Sendable {
        /// The size of a text, in bytes: as JSON it is up to six times as long, and a body has at most 1 MiB.
        static let textBytes = 128 << 10

        /// The offset in the log of the replica. What the host has from there is replaced.
        let from: Int
        let text: String
    }

    /// All logs in the folder of the host.
    struct Answer: Codable, Sendable {
        let files: [String: ReplicaFolder.Summary]
    }

    let id: String
    let client: String
    var upload: Upload?
    var leaves: Bool?
}

extension ReplicaRequest.Upload {
    /// Nil at the end of the log, or if it is not UTF-8.
    init?(of log: [UInt8], from: Int, limit: Int = textBytes) {
        var end = min(from + limit, log.count)
        // Does not split a character.
        while end < log.count, end > from, log[end] & 0xC0 == 0x80 { end -= 1 }
        guard end > from, let text = String(validating: log[from..<end], as: UTF8.self) else { return nil }
        self.init(from: from, text: text)
    }
}
