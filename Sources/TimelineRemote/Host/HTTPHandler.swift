internal import TimelineKit

package protocol HTTPHandler<Path>: Sendable {
    associatedtype Path: ServedPath

    func response(to request: HTTPRequest<Path>, body: [UInt8]) async -> HTTPResponse

    func session(for request: HTTPRequest<Path>) throws(RequestError) -> any WebSocketSession
}

package enum HTTPResponse: Sendable {
    case json(status: Int, [UInt8])
    case page(headers: [String], [UInt8])
    /// JSON lines, in chunks; nil at the end.
    case lines(@Sendable () throws -> [UInt8]?)
    case error(RequestError)

    static func value(_ value: JSON, status: Int = 200) -> HTTPResponse { .json(status: status, value.text) }
}

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
