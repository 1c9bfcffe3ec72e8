/// A problem that a replica meets while it runs. Unless replication ends, it continues with the rest and tries again.
///
///     /home/ann/Shared/lap.jsonl, line 7: expected step 5, found step 9. The rest is not read.
public struct ReplicaProblem: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kind of a problem: its name. Later versions may add kinds.
    public struct Kind: Hashable, Sendable {
        /// The name of the kind, such as `redacted`. Later versions keep it.
        public let rawValue: String

        /// A file of another replica, or of this one, cannot be read, or not all of it.
        public static let notRead = Self(rawValue: "notRead")
        /// A file cannot be written: others do not see changes made here, or changes from a host do not appear here.
        public static let notWritten = Self(rawValue: "notWritten")
        /// The host is not reachable, or refuses. The replica works offline until it reconnects.
        public static let disconnected = Self(rawValue: "disconnected")
        /// Another replica knows the same changes and has a different state. Reported once, until the states agree again.
        public static let diverged = Self(rawValue: "diverged")
        /// Changes made here are lost, because this replica and others were apart for too many changes.
        public static let overruled = Self(rawValue: "overruled")
        /// The shared state holds a value that a recording redacts, and `RealValues` are refused. Replication has ended.
        public static let redacted = Self(rawValue: "redacted")
    }

    /// The kind of this problem. A `switch` over it needs a `default`.
    public let kind: Kind

    public let message: String
    public var description: String { message }

    package init(_ kind: Kind, _ message: String) { (self.kind, self.message) = (kind, message) }
}
