/// A replica could not start.
public struct ReplicaError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kinds of failure. More may be added.
    public enum Code: Sendable {
        /// The folder is a link, no folder, or open to other users.
        case folder
        /// The replica's own log cannot be read, or the folder cannot be watched.
        case file
        /// The id cannot be the name of a file everywhere.
        case id
        /// Another process is the replica with this id.
        case idTaken
        /// The replica's own log is of another program, mode or version of Timeline, or its first lines are damaged.
        case log
        /// The program generates values, so replicas cannot share actions.
        case mode
        case hasReplica
        /// The URL is not the address of an app, or holds a user name, a password or a token.
        case address
        /// The app that hosts cannot be reached, or refused.
        case host
    }

    public let code: Code
    public let description: String

    package init(_ code: Code, _ description: String) { (self.code, self.description) = (code, description) }
}
