/// A request that the validator accepted.
package struct HTTPRequest<Path: ServedPath>: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        case read
        /// With a body of this many bytes, which follows.
        case change(bodyBytes: Int)
        /// With the `Sec-WebSocket-Key`.
        case webSocket(key: String)
    }

    package let endpoint: Path
    package let kind: Kind
    /// The decoded query.
    package let parameters: [String: String]
    /// Whether the connection stays open after the response.
    package let keepsAlive: Bool
}
