/// Decides which requests are served. Pure: it maps the head of a request to a `HostRequest` or an error.
///
/// The order of the checks: whether the request is unambiguous; whether its `Host` is one of the host's names (a site
/// that resolves its own name to this machine fails here); whether a page of another origin sent it; whether it has the
/// token. A request that fails up to here learns nothing else. Then the path, the method, the form of the body, and the
/// handshake.
package struct RequestValidator: Sendable {
    /// The allowed values of `Host`, exactly.
    package let hosts: Set<String>
    /// The allowed values of `Origin`, exactly. Browsers send it, programs do not.
    package let origins: Set<String>
    package let token: RemoteToken
    package let isReadOnly: Bool
    package let limits: HostLimits

    package init(
        hosts: Set<String>, origins: Set<String>, token: RemoteToken, isReadOnly: Bool, limits: HostLimits
    ) {
        self.hosts = hosts
        self.origins = origins
        self.token = token
        self.isReadOnly = isReadOnly
        self.limits = limits
    }

    package func validate(_ head: RequestHead) throws(RequestError) -> HostRequest {
        try checkSender(head)
        guard let endpoint = Endpoint(rawValue: head.path) else {
            throw RequestError(404, "there is no such path here")
        }
        guard endpoint.methods.contains(head.method) else {
            let methods = endpoint.methods.joined(separator: ", ")
            throw RequestError(405, "\(endpoint.rawValue) answers to \(methods) alone", header: "Allow: \(methods)")
        }
        if head.value("expect") != nil {
            throw RequestError(417, "no expectation is met here: send the body at once")
        }
        let parameters = try endpoint.parameters(head.query)
        let length = try contentLength(head)
        let kind: HostRequest.Kind
        if head.method == "POST" {
            kind = .change(bodyBytes: try bodyBytes(head, length))
            if isReadOnly { throw RequestError(403, "this host is read-only") }
        } else {
            guard length ?? 0 == 0 else { throw RequestError(400, "a GET has no body here") }
            kind = endpoint.isWebSocket ? .webSocket(key: try webSocketKey(head)) : .read
            // A replica changes the state.
            if isReadOnly, endpoint == .replicas { throw RequestError(403, "this host is read-only") }
        }
        let closes = head.list("connection").contains("close")
        return HostRequest(endpoint: endpoint, kind: kind, parameters: parameters, keepsAlive: !closes)
    }

    private func checkSender(_ head: RequestHead) throws(RequestError) {
        guard let host = head.value("host") else { throw RequestError(400, "the header host is missing") }
        guard hosts.contains(host) else { throw RequestError(421, "the header host names none of this host's names") }
        if let origin = head.value("origin"), !origins.contains(origin) {
            throw RequestError(403, "the header origin names a page that may not steer this app")
        }
        // Browsers send it also with requests that have no origin.
        if let site = head.value("sec-fetch-site"), site != "same-origin", site != "none", head.value("origin") == nil {
            throw RequestError(403, "a page of another site sent this request")
        }
        let challenge = "WWW-Authenticate: Bearer"
        guard let authorization = head.value("authorization") else {
            throw RequestError(
                401, "the token is missing: send it as authorization: Bearer TOKEN", header: challenge)
        }
        let scheme = "Bearer "
        guard authorization.hasPrefix(scheme), token.matches(authorization.utf8.dropFirst(scheme.utf8.count)) else {
            throw RequestError(401, "the token is wrong", header: challenge)
        }
    }

    private func contentLength(_ head: RequestHead) throws(RequestError) -> Int? {
        if head.value("transfer-encoding") != nil {
            throw RequestError(411, "a body in chunks is not taken: send it with a content-length")
        }
        guard let text = head.value("content-length") else { return nil }
        guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            throw RequestError(400, "the content-length should be digits alone")
        }
        // More digits than an integer has exceed every limit.
        return Int(text) ?? .max
    }

    private func bodyBytes(_ head: RequestHead, _ length: Int?) throws(RequestError) -> Int {
        guard let length else { throw RequestError(411, "the content-length is missing") }
        guard length <= limits.bodyBytes else {
            throw RequestError(413, "the body is longer than \(limits.bodyBytes) bytes")
        }
        guard head.value("content-type") == "application/json", head.value("content-encoding") == nil else {
            throw RequestError(415, "the content-type should be application/json, and no more than that")
        }
        return length
    }

    private func webSocketKey(_ head: RequestHead) throws(RequestError) -> String {
        guard head.list("upgrade").contains("websocket"), head.list("connection").contains("upgrade") else {
            throw RequestError(426, "this path is a WebSocket", header: "Upgrade: websocket")
        }
        guard head.value("sec-websocket-version") == "13" else {
            throw RequestError(
                426, "the version of the WebSocket should be 13",
                header: "Upgrade: websocket\r\nSec-WebSocket-Version: 13")
        }
        guard let key = head.value("sec-websocket-key"), WebSocketHandshake.isKey(key) else {
            throw RequestError(400, "the sec-websocket-key should be 16 bytes in base64")
        }
        return key
    }
}
