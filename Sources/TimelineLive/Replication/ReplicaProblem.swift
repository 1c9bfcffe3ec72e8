/// What stands in the way of replication. It goes on with what there is, and tries again.
///
///     /home/ann/Shared/lap.jsonl, line 7: the "number" should be 5, and is 9. What follows is left out.
public struct ReplicaProblem: Error, Equatable, Sendable, CustomStringConvertible {
    /// What a problem is about.
    ///
    /// Later versions may report kinds that this version does not name, so a `switch` needs a `default`.
    public struct Kind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The name of the kind, which does not change from version to version: `redacted`.
        public let rawValue: String

        /// The kind with this name. Replicas report the kinds below.
        public init(rawValue: String) { self.rawValue = rawValue }

        public var description: String { rawValue }

        /// A file of another replica, or of this one, cannot be read, or not all of it.
        public static let notRead = Self(rawValue: "notRead")

        /// A file cannot be written: what is changed here is not seen elsewhere, or an alarm has no timeline.
        public static let notWritten = Self(rawValue: "notWritten")

        /// The host cannot be reached, or refuses. It goes on alone.
        public static let alone = Self(rawValue: "alone")

        /// What is to be shared holds a value that a recording hides, and `RealValues` are refused. Replication has ended.
        public static let redacted = Self(rawValue: "redacted")
    }

    /// What the problem is about.
    public let kind: Kind

    /// What happened, for people.
    public let message: String

    /// The message.
    public var description: String { message }

    package init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }
}
