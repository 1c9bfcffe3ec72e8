/// A request that the gate lets through.
package struct Passage: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        case read
        /// With the bytes of a body that is to come.
        case change(body: Int)
        /// A WebSocket, with the key of its handshake.
        case webSocket(key: String)
    }

    package let path: RemotePath
    package let kind: Kind
    /// What stands after the `?`, decoded.
    package let parameters: [String: String]
    /// Whether the connection may be used again.
    package let keepsAlive: Bool
}
