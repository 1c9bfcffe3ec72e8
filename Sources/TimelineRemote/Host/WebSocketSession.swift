package protocol WebSocketSession: Sendable {
    var isAuthorized: Bool { get }

    /// In bytes; nil for the frame limit of the server.
    var messageLimit: Int? { get }

    /// Runs until the task is canceled. Throws a close frame to end the WebSocket.
    func run(_ send: (_ message: [UInt8]) async throws -> Void) async throws

    /// The next message is read when this returns.
    func receive(_ message: [UInt8]) async throws(WebSocketFrame)
}

extension WebSocketSession {
    package var isAuthorized: Bool { true }
    package var messageLimit: Int? { nil }

    package func receive(_ message: [UInt8]) async throws(WebSocketFrame) {
        throw WebSocketFrame.close(1003, "a follower must not send data")
    }
}
