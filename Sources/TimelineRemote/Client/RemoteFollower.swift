internal import TimelineJSON

/// What happens in an app, as it tells it. Used by one task at a time.
package struct RemoteFollower: Sendable {
    private var connection: RemoteConnection
    private let address: RemoteAddress

    init(_ connection: RemoteConnection, _ address: RemoteAddress) {
        self.connection = connection
        self.address = address
    }

    /// The next message; nil where the host has ended.
    package mutating func next() async throws(RemoteError) -> FollowMessage? {
        guard let text = try await connection.readMessage() else { return nil }
        guard let json = try? JSON(parsing: text), let message = FollowMessage(json) else {
            throw .foreign("\(address)", reason: "it sent a message that is none")
        }
        return message
    }
}
