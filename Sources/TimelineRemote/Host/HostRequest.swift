internal import TimelineJSON

/// A request that the validator accepted.
package struct HostRequest: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        case read
        /// With a body of this many bytes, which follows.
        case change(bodyBytes: Int)
        /// With the `Sec-WebSocket-Key`.
        case webSocket(key: String)
    }

    package let endpoint: Endpoint
    package let kind: Kind
    /// The decoded query.
    package let parameters: [String: String]
    /// Whether the connection stays open after the response.
    package let keepsAlive: Bool

    /// The response to an accepted request.
    package enum Response: Sendable {
        case json(status: Int, [UInt8])
        /// JSON lines, in chunks; nil at the end.
        case lines(@Sendable () throws -> [UInt8]?)
        case error(RequestError)

        static func value(_ value: JSON, status: Int = 200) -> Response { .json(status: status, value.text) }
    }
}
