/// Authorizes the sender first, so that the response to a request without the token reveals nothing else. Pure.
package struct RequestValidator<Path: ServedPath>: Sendable {
    package let hosts: Set<String>
    /// Browsers send an `Origin`, other programs do not.
    package let origins: Set<String>
    /// The token of the `Authorization` header; nil if the first message of a WebSocket holds it, as a browser needs.
    package let token: RemoteToken?
    package let isReadOnly: Bool
    package let limits: HostLimits

    package init(hosts: Set<String>, origins: Set<String>, token: RemoteToken?, isReadOnly: Bool, limits: HostLimits) {
        (self.hosts, self.origins, self.token) = (hosts, origins, token)
        (self.isReadOnly, self.limits) = (isReadOnly, limits)
    }

    package func validate(_ head: RequestHead) throws(RequestError) -> HTTPRequest<Path> {
        try authorize(head)
        guard let endpoint = Path(rawValue: head.path) else { throw RequestError(404, "the path does not exist") }
        guard endpoint.methods.contains(head.method) else {
            let methods = endpoint.methods.joined(separator: ", ")
            throw RequestError(405, "\(endpoint.rawValue) accepts only \(methods)", header: "Allow: \(methods)")
        }
        if head.value("expect") != nil {
            throw RequestError(417, "Expect is not supported: send the body without waiting")
        }
        let parameters = try endpoint.parameters(head.query)
        let length = try contentLength(head)
        let kind: HTTPRequest<Path>.Kind
        if head.method == "POST" {
            kind = .change(bodyBytes: try bodyLength(head, length))
            if isReadOnly { throw RequestError(403, "this host is read-only") }
        } else {
            guard length ?? 0 == 0 else { throw RequestError(400, "a GET must not have a body") }
            kind = endpoint.isWebSocket ? .webSocket(key: try webSocketKey(head)) : .read
        }
        let closes = head.list("connection").contains("close")
        return HTTPRequest(endpoint: endpoint, kind: kind, parameters: parameters, keepsAlive: !closes)
    }

    /// Checks the sender: its `Host` must be one of the host's names, so that a site that resolves its own name to this
    /// machine fails; no page of another origin may have sent the request; and it must have the token, if the header holds it.
    private func authorize(_ head: RequestHead) throws(RequestError) {
        guard let host = head.value("host") else { throw RequestError(400, "the header host is missing") }
        guard hosts.contains(host) else { throw RequestError(421, "the header host is not a name of this host") }
        if let origin = head.value("origin"), !origins.contains(origin) {
            throw RequestError(403, "the header origin is not one that this host allows")
        }
        // A link may open a page that shows nothing without the token; it is not in the request.
        let isLink =
            token == nil && head.value("sec-fetch-mode") == "navigate" && head.value("sec-fetch-dest") == "document"
        // Browsers send this header also with requests that have no origin.
        if let site = head.value("sec-fetch-site"), site != "same-origin", site != "none", head.value("origin") == nil,
            !isLink
        {
            throw RequestError(403, "a page of another site sent this request")
        }
        guard let token else { return }
        let challenge = "WWW-Authenticate: Bearer"
        guard let authorization = head.value("authorization") else {
            throw RequestError(401, "the token is missing: send it as authorization: Bearer TOKEN", header: challenge)
        }
        let scheme = "Bearer "
        guard authorization.hasPrefix(scheme), token.matches(authorization.utf8.dropFirst(scheme.utf8.count)) else {
            throw RequestError(401, "the token is wrong", header: challenge)
        }
    }

    private func contentLength(_ head: RequestHead) throws(RequestError) -> Int? {
        if head.value("transfer-encoding") != nil {
            throw RequestError(411, "a chunked body is not accepted: send a content-length")
        }
        guard let text = head.value("content-length") else { return nil }
        guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            throw RequestError(400, "the content-length must consist of digits")
        }
        // A length that overflows exceeds every limit.
        return Int(text) ?? .max
    }

    private func bodyLength(_ head: RequestHead, _ length: Int?) throws(RequestError) -> Int {
        guard let length else { throw RequestError(411, "the content-length is missing") }
        guard length <= limits.bodyBytes else {
            throw RequestError(413, "the body is longer than \(limits.bodyBytes) bytes")
        }
        guard head.value("content-type") == "application/json", head.value("content-encoding") == nil else {
            throw RequestError(415, "the content-type must be exactly application/json, without a content-encoding")
        }
        return length
    }

    private func webSocketKey(_ head: RequestHead) throws(RequestError) -> String {
        guard head.list("upgrade").contains("websocket"), head.list("connection").contains("upgrade") else {
            throw RequestError(426, "this path accepts only WebSocket connections", header: "Upgrade: websocket")
        }
        guard head.value("sec-websocket-version") == "13" else {
            throw RequestError(
                426, "the version of the WebSocket must be 13",
                header: "Upgrade: websocket\r\nSec-WebSocket-Version: 13")
        }
        guard let key = head.value("sec-websocket-key"), WebSocketHandshake.isKey(key) else {
            throw RequestError(400, "the sec-websocket-key must be 16 bytes as Base64")
        }
        return key
    }
}
