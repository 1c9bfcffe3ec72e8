/// A problem of hot reload: the edited file could not be loaded as the state, or the state could not be written to the file.
///
///     state.json, line 12, column 14: expected a comma or }, found "x". The state is unchanged; save the file again.
public struct HotReloadProblem: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kind of a problem: its name. Later versions may add kinds.
    public struct Kind: Hashable, Sendable {
        /// The name of the kind, such as `redacted`. Later versions keep it.
        public let rawValue: String

        /// The saved text does not decode as a state. It is not overwritten.
        public static let badText = Self(rawValue: "badText")
        /// The path cannot be read: it is a link or a folder, for example. Nothing is written there.
        public static let notRead = Self(rawValue: "notRead")
        /// The file is out of date: it could not be written, or the state could not be encoded.
        public static let notWritten = Self(rawValue: "notWritten")
        /// The state contains a value that a recording redacts, and real values are not allowed. Hot reload has ended.
        public static let redacted = Self(rawValue: "redacted")
    }

    /// The kind of this problem. A `switch` over it needs a `default`.
    public let kind: Kind

    public let message: String
    public var description: String { message }

    init(_ kind: Kind, _ message: String) { (self.kind, self.message) = (kind, message) }
}
