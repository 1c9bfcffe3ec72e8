internal import TimelineJSON

/// Serves the validated requests of a server.
package protocol HTTPHandler<Path>: Sendable {
    associatedtype Path: ServedPath

    func response(to request: HTTPRequest<Path>, body: [UInt8]) async -> HTTPResponse

    /// Begins a WebSocket.
    func session(for request: HTTPRequest<Path>) throws(RequestError) -> any WebSocketSession
}

/// The response to an accepted request.
package enum HTTPResponse: Sendable {
    case json(status: Int, [UInt8])
    /// A page, with its headers.
    case page(headers: [String], [UInt8])
    /// JSON lines, in chunks; nil at the end.
    case lines(@Sendable () throws -> [UInt8]?)
    case error(RequestError)

    static func value(_ value: JSON, status: Int = 200) -> HTTPResponse { .json(status: status, value.text) }
}

/// A WebSocket that a server accepted.
package protocol WebSocketSession: Sendable {
    /// Whether the client has shown the token.
    var isAuthorized: Bool { get }

    /// The size of the largest message that the client may send now, in bytes; nil for that of a frame in the server's limits.
    var messageLimit: Int? { get }

    /// Passes each message to `send`, one at a time, until the task is canceled.
    ///
    /// - Throws: `WebSocketFrame.Closing` to end the WebSocket.
    func run(_ send: (_ message: [UInt8]) async throws -> Void) async throws

    /// Receives a text message of the client. The next one is read when this returns.
    func receive(_ message: [UInt8]) async throws(WebSocketFrame.Closing)
}

extension WebSocketSession {
    package var isAuthorized: Bool { true }
    package var messageLimit: Int? { nil }

    package func receive(_ message: [UInt8]) async throws(WebSocketFrame.Closing) {
        throw WebSocketFrame.Closing(1003, "a follower must not send data")
    }
}
