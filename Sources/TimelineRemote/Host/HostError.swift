/// A host did not start.
public struct HostError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kinds of failure. More may be added.
    public enum Code: Sendable {
        /// The host is started already.
        case alreadyStarted
        /// It cannot listen at the address.
        case address
        /// The token cannot be stored.
        case tokenFile
        /// The folder of the replica cannot be used.
        case replica
    }

    public let code: Code
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
