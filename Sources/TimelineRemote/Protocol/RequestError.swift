internal import TimelineKit

package struct RequestError: Error, Equatable, Sendable, CustomStringConvertible {
    package let status: Int
    /// At most 400 characters, printable, without secrets.
    package let reason: String
    let header: String?
    /// Occurs in normal use, and is not reported to the app.
    let isExpected: Bool

    package init(_ status: Int, _ reason: String, header: String? = nil, isExpected: Bool = false) {
        self.status = status
        self.reason = VisibleText.of(RemoteToken.masked(in: String(reason.prefix(1000))), atMost: 400)
        (self.header, self.isExpected) = (header, isExpected)
    }

    package var description: String { "\(status) \(Self.phrase(status)): \(reason)" }

    static func mapping<Result>(
        _ status: Int, _ failure: String, _ body: () throws -> Result
    ) throws(RequestError) -> Result {
        do { return try body() } catch { throw RequestError(status, "\(failure): \(error)") }
    }

    static func object(_ body: JSON, allowing keys: [String]) throws(RequestError) -> JSONObject {
        guard let object = body.object else {
            throw RequestError(400, "the body must be an object, and is \(body.kind)")
        }
        if let unknown = object.members.first(where: { !keys.contains($0.key) }) {
            let known = keys.map { "\"\($0)\"" }.joined(separator: ", ")
            throw RequestError(400, "the key \"\(unknown.key)\" is unknown; the keys are \(known)")
        }
        return object
    }

    static func phrase(_ status: Int) -> String { phrases[status] ?? "Status" }

    /// RFC 9110, section 15.
    private static let phrases = [
        200: "OK", 202: "Accepted", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
        405: "Method Not Allowed", 408: "Request Timeout", 409: "Conflict", 411: "Length Required",
        413: "Content Too Large", 415: "Unsupported Media Type", 417: "Expectation Failed", 421: "Misdirected Request",
        422: "Unprocessable Content", 426: "Upgrade Required", 431: "Request Header Fields Too Large",
        500: "Internal Server Error", 503: "Service Unavailable", 505: "HTTP Version Not Supported",
    ]
}

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

    public var description: String {
        "refused \(request ?? "a request") from \(peer): \(status) \(RequestError.phrase(status)): \(reason)"
    }
}
