/// A request that must be refused, with the status it must be refused with.
struct Attack: Sendable {
    let name: String
    let status: Int
    /// The bytes, for a host at this port with this token.
    let request: @Sendable (_ port: UInt16, _ token: String) -> [UInt8]

    /// A request that would have an effect, but for what is changed in it.
    ///
    /// - Parameter headers: By name, what stands in the place of a header; nil takes it out, several make it stand as often.
    init(
        _ name: String, _ status: Int, line: String = "POST /dispatch HTTP/1.1", body: String = Attack.increment,
        _ headers: @escaping @Sendable (_ port: UInt16, _ token: String) -> KeyValuePairs<String, String?> = { _, _ in
            [:]
        }
    ) {
        self.name = name
        self.status = status
        request = { port, token in
            var lines: [(String, String)] = [
                ("Host", "127.0.0.1:\(port)"), ("Authorization", "Bearer \(token)"),
                ("Content-Type", "application/json"), ("Content-Length", "\(body.utf8.count)"),
            ]
            let changes = headers(port, token)
            for (name, _) in changes { lines.removeAll { $0.0 == name } }
            for (name, value) in changes { if let value { lines.append((name, value)) } }
            let head = ([line] + lines.map { "\($0): \($1)" }).joined(separator: "\r\n")
            return Array("\(head)\r\n\r\n\(body)".utf8)
        }
    }

    /// Bytes that are no request of that form.
    init(_ name: String, _ status: Int, raw: @escaping @Sendable (_ port: UInt16, _ token: String) -> String) {
        self.name = name
        self.status = status
        request = { Array(raw($0, $1).utf8) }
    }

    static let increment = #"{"action":{"increment":{}}}"#
}
