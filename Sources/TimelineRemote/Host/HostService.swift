/// What a host serves, whatever the types of the app.
package protocol HostService: Sendable {
    /// Answers a request.
    func answer(_ passage: Passage, body: [UInt8]) async -> Answer

    /// Begins to follow.
    ///
    /// - Parameter after: The last step that the follower knows; nil where it knows none.
    func follow(after: Int?) throws(Refusal) -> any FollowSource
}

/// Tells a follower what happens.
package protocol FollowSource: Sendable {
    /// Hands each message to `send`, one at a time, until the task is cancelled.
    func run(_ send: (FollowMessage) async throws -> Void) async throws
}
