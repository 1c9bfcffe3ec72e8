internal import TimelineJSON

/// What a host tells a replica. Used by one task at a time.
package struct SheetReceiver: Sendable {
    private var connection: RemoteConnection
    private let address: RemoteAddress

    init(_ connection: RemoteConnection, _ address: RemoteAddress) {
        self.connection = connection
        self.address = address
    }

    /// The next message; nil where the host has ended.
    package mutating func next() async throws(RemoteError) -> SheetMessage? {
        guard let text = try await connection.readMessage() else { return nil }
        guard let json = try? JSON(parsing: text), let message = SheetMessage(json) else {
            throw .foreign("\(address)", reason: "it sent a message that is none")
        }
        return message
    }
}
