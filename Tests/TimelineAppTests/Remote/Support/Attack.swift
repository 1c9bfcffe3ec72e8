/// A request that the host must refuse, with the expected status.
struct Attack: Sendable {
    let name: String
    let status: Int
    /// The bytes, for a host at this port with this token.
    let request: @Sendable (_ port: UInt16, _ token: String) -> [UInt8]

    /// A request that would have an effect without the changed line, body or headers.
    ///
    /// - Parameter headers: The changed headers by name: nil removes one; a name that occurs twice makes two headers.
    init(
        _ name: String, _ status: Int, line: String = "POST /dispatch HTTP/1.1", body: String = Attack.increment,
        isWebSocket: Bool = false,
        _ headers: @escaping @Sendable (_ port: UInt16, _ token: String) -> KeyValuePairs<String, String?> = { _, _ in
            [:]
        }
    ) {
        (self.name, self.status) = (name, status)
        request = { port, token in
            var lines: [(String, String)] = [
                ("Host", "127.0.0.1:\(port)"), ("Authorization", "Bearer \(token)"),
                ("Content-Type", "application/json"), ("Content-Length", "\(body.utf8.count)"),
            ]
            if isWebSocket {
                lines += [
                    ("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Version", "13"),
                    ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
                ]
            }
            let changes = headers(port, token)
            for (name, _) in changes { lines.removeAll { $0.0 == name } }
            for (name, value) in changes { if let value { lines.append((name, value)) } }
            let head = ([line] + lines.map { "\($0): \($1)" }).joined(separator: "\r\n")
            return Array("\(head)\r\n\r\n\(body)".utf8)
        }
    }

    /// Other bytes.
    init(_ name: String, _ status: Int, raw: @escaping @Sendable (_ port: UInt16, _ token: String) -> String) {
        (self.name, self.status) = (name, status)
        request = { Array(raw($0, $1).utf8) }
    }

    static let increment = #"{"action":{"increment":{}}}"#
}
