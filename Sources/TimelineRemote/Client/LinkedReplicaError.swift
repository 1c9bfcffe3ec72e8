/// A replica could not join those of another app.
public struct LinkedReplicaError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kinds of failure. More may be added.
    public enum Code: Sendable {
        /// The URL is not the address of an app, or holds a user name, a password or a token.
        case address
        /// The app cannot be reached, or refused.
        case host
        /// The replica cannot start in its own folder.
        case replica
    }

    public let code: Code
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
