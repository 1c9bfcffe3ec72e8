package import TimelineJSON

/// What a host serves, whatever the types of the app.
package protocol HostService: Sendable {
    /// Answers a request.
    func answer(_ passage: Passage, body: [UInt8]) async -> Answer

    /// Begins to tell what happens, over a WebSocket.
    func follow(_ passage: Passage) throws(Refusal) -> any FollowSource
}

/// Tells someone at the other end of a WebSocket what happens.
package protocol FollowSource: Sendable {
    /// Hands each message to `send`, one at a time, until the task is cancelled.
    func run(_ send: (JSON) async throws -> Void) async throws
}
