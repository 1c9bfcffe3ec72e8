internal import TimelineJournal
public import TimelineSystem

/// Why a replica could not begin.
public enum ReplicaError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The folder cannot be trusted with states, and why.
    case folder(path: String, reason: String)
    /// A file of its own cannot be read or written.
    case file(FileError)
    /// The id cannot be the name of a file everywhere.
    case id(String)
    /// Another process is the replica of this id.
    case isTaken(id: String, folder: String)
    /// Its own file is of another program or mode, or damaged in its first line.
    case ownFile(reason: String)
    /// The store has a replica.
    case hasReplica

    public var description: String {
        switch self {
        case .folder(let path, let reason): "nothing is shared in \(path): \(reason)"
        case .file(let error): "\(error)"
        case .id(let id):
            "\"\(id)\" cannot be the id of a replica: use 1 to 64 lower-case letters, digits and hyphens"
        case .isTaken(let id, let folder):
            "another process is the replica \"\(id)\" in \(folder); give each its own id"
        case .ownFile(let reason): "\(reason) Move the file away to begin anew."
        case .hasReplica: "the store has a replica; a store has one at a time"
        }
    }
}
