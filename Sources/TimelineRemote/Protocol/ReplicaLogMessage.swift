package enum ReplicaLogMessage: Codable, Equatable, Sendable {
    case chunk(Chunk)
    /// All logs that existed have been sent; chunks that follow are changes.
    case complete

    package struct Chunk: Codable, Equatable, Sendable {
        /// The name of the file, without its extension.
        package let name: String
        /// How many bytes of what this connection sent of the file stay; the text follows them.
        package let keep: Int
        package let text: String
        /// Whether the next chunk continues the file. A file is stored when it is complete.
        package let hasMore: Bool
    }

    package struct Upload: Codable, Sendable {
        /// The connection it belongs to: the client, and the number of its connection.
        package let key: ChangeRequest.IdempotencyKey
        package let chunk: Chunk
    }
}
