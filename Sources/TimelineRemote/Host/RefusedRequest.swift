/// A request that a host did not serve, as reported to the app.
public struct RefusedRequest: Equatable, Sendable, CustomStringConvertible {
    /// The HTTP status of the response: `401`.
    public let status: Int
    /// What was found and what was expected. It quotes at most 400 characters, no secrets and nothing unprintable.
    public let reason: String
    /// The method and the path, if they could be read.
    public let request: String?
    /// The address of the client.
    public let peer: String

    init(_ error: RequestError, request: String?, peer: String) {
        status = error.status
        reason = error.reason
        self.request = request
        self.peer = peer
    }

    public var description: String {
        "refused \(request ?? "a request") from \(peer): \(status) \(RequestError.phrase(status)): \(reason)"
    }
}
