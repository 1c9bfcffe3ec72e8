/// A message on the `/replicas` WebSocket: the logs of the replicas in the host's folder, in chunks.
package enum ReplicaLogMessage: Codable, Equatable, Sendable {
    case chunk(Chunk)
    /// All logs that existed have been sent; chunks that follow are changes.
    case complete

    /// A part of a replica's log file.
    package struct Chunk: Codable, Equatable, Sendable {
        /// The name of the file, without its extension.
        package let name: String
        /// How many bytes of what this connection sent of the file stay; the text follows them.
        package let keep: Int
        package let text: String
        /// Whether the next chunk continues the file. A file is stored when it is complete.
        package let hasMore: Bool
    }

    /// The body of a `POST /replicas`: a chunk of the client's own log.
    package struct Upload: Codable, Sendable {
        /// The connection it belongs to: the client, and the number of its connection.
        package let key: ChangeRequest.IdempotencyKey
        package let chunk: Chunk
    }
}
