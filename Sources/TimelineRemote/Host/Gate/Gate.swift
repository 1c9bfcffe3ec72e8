/// Decides which requests are served. Pure: the head of a request goes in, a passage or a refusal comes out.
///
/// In this order: whether the request can be understood in one way alone; whether it was meant for this host, by the exact
/// name that was called (a page that made its own name lead to this machine says that name); whether a page of another
/// origin sent it; whether it bears the token. Nothing else is told to whoever fails here. Then the path, the method, the
/// form of the body, the handshake.
package struct Gate: Sendable {
    /// What `Host` may be, exactly.
    package let hosts: Set<String>
    /// What `Origin` may be, exactly. Programs send none; browsers do.
    package let origins: Set<String>
    package let token: RemoteToken
    package let isReadOnly: Bool
    package let limits: RemoteLimits

    package init(
        hosts: Set<String>, origins: Set<String>, token: RemoteToken, isReadOnly: Bool, limits: RemoteLimits
    ) {
        self.hosts = hosts
        self.origins = origins
        self.token = token
        self.isReadOnly = isReadOnly
        self.limits = limits
    }

    package func admit(_ head: RequestHead) throws(Refusal) -> Passage {
        try checkSender(head)
        guard let path = RemotePath(rawValue: head.path) else { throw Refusal(404, "there is no such path here") }
        guard path.methods.contains(head.method) else {
            let methods = path.methods.joined(separator: ", ")
            throw Refusal(405, "\(path.rawValue) answers to \(methods) alone", header: "Allow: \(methods)")
        }
        if head.value("expect") != nil { throw Refusal(417, "no expectation is met here: send the body at once") }
        let parameters = try parameters(head.query, path)
        let length = try length(head)
        let kind: Passage.Kind
        if head.method == "POST" {
            kind = .change(body: try body(head, length))
            if isReadOnly { throw Refusal(403, "this host is read-only") }
        } else {
            guard length ?? 0 == 0 else { throw Refusal(400, "a GET has no body here") }
            kind = path.isWebSocket ? .webSocket(key: try handshake(head)) : .read
            // Whoever shares the state changes it.
            if isReadOnly, path == .replicas { throw Refusal(403, "this host is read-only") }
        }
        let closes = head.list("connection").contains("close")
        return Passage(path: path, kind: kind, parameters: parameters, keepsAlive: !closes)
    }

    // MARK: - Who sent it

    private func checkSender(_ head: RequestHead) throws(Refusal) {
        guard let host = head.value("host") else { throw Refusal(400, "the header host is missing") }
        guard hosts.contains(host) else { throw Refusal(421, "the header host names none of this host's names") }
        if let origin = head.value("origin"), !origins.contains(origin) {
            throw Refusal(403, "the header origin names a page that may not steer this app")
        }
        // Browsers say so themselves, where they send no origin.
        if let site = head.value("sec-fetch-site"), site != "same-origin", site != "none", head.value("origin") == nil {
            throw Refusal(403, "a page of another site sent this request")
        }
        guard let authorization = head.value("authorization") else {
            throw Refusal(401, "the token is missing: send it as authorization: Bearer TOKEN", header: Self.challenge)
        }
        let scheme = "Bearer "
        guard authorization.hasPrefix(scheme), token.matches(authorization.utf8.dropFirst(scheme.utf8.count)) else {
            throw Refusal(401, "the token is wrong", header: Self.challenge)
        }
    }

    private static let challenge = "WWW-Authenticate: Bearer"

    // MARK: - What it asks

    private func parameters(_ query: String?, _ path: RemotePath) throws(Refusal) -> [String: String] {
        guard let query, !query.isEmpty else { return [:] }
        var found: [String: String] = [:]
        for pair in query.split(separator: "&", omittingEmptySubsequences: false) {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            guard path.parameters.contains(name), parts.count == 2, found[name] == nil,
                let value = PercentCoding.decoded(parts[1])
            else {
                let known = path.parameters.map { "\($0)=" }.joined(separator: ", ")
                throw Refusal(
                    400, known.isEmpty ? "nothing may follow a ? here" : "after the ? may stand, each once: \(known)")
            }
            found[name] = value
        }
        return found
    }

    private func length(_ head: RequestHead) throws(Refusal) -> Int? {
        if head.value("transfer-encoding") != nil {
            throw Refusal(411, "a body in chunks is not taken: send it with a content-length")
        }
        guard let text = head.value("content-length") else { return nil }
        guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            throw Refusal(400, "the content-length should be digits alone")
        }
        // More digits than an integer holds are too many in any case.
        return Int(text) ?? .max
    }

    private func body(_ head: RequestHead, _ length: Int?) throws(Refusal) -> Int {
        guard let length else { throw Refusal(411, "the content-length is missing") }
        guard length <= limits.bodyBytes else {
            throw Refusal(413, "the body is longer than \(limits.bodyBytes) bytes")
        }
        guard head.value("content-type") == "application/json", head.value("content-encoding") == nil else {
            throw Refusal(415, "the content-type should be application/json, and no more than that")
        }
        return length
    }

    private func handshake(_ head: RequestHead) throws(Refusal) -> String {
        guard head.list("upgrade").contains("websocket"), head.list("connection").contains("upgrade") else {
            throw Refusal(426, "this path is a WebSocket", header: "Upgrade: websocket")
        }
        guard head.value("sec-websocket-version") == "13" else {
            throw Refusal(
                426, "the version of the WebSocket should be 13",
                header: "Upgrade: websocket\r\nSec-WebSocket-Version: 13")
        }
        guard let key = head.value("sec-websocket-key"), WebSocketKey.isKey(key) else {
            throw Refusal(400, "the sec-websocket-key should be 16 bytes in base64")
        }
        return key
    }
}
