/// A problem of hot reload: the edited file could not be loaded as the state, or the state could not be written to the file.
///
///     state.json, line 12, column 14: expected a comma or }, found "x". The state is unchanged; save the file again.
public struct HotReloadProblem: Error, Equatable, Sendable, CustomStringConvertible {
    ///
    /// Later versions may report kinds that this version does not name, so a `switch` needs a `default`.
    public struct Kind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The name of the kind, which does not change from version to version, such as `redacted`.
        public let rawValue: String

        /// The kind with this name. Hot reload reports the kinds below.
        public init(rawValue: String) { self.rawValue = rawValue }

        public var description: String { rawValue }

        /// The saved text does not decode as a state. It is not overwritten.
        public static let badText = Self(rawValue: "badText")
        /// The path cannot be read: it is a link or a folder, for example. Nothing is written there.
        public static let notRead = Self(rawValue: "notRead")
        /// The file is out of date: it could not be written, or the state could not be encoded.
        public static let notWritten = Self(rawValue: "notWritten")
        /// The state contains a value that a recording redacts, and real values are not allowed. Hot reload has ended.
        public static let redacted = Self(rawValue: "redacted")
    }

    public let kind: Kind

    public let message: String
    public var description: String { message }

    init(_ kind: Kind, _ message: String) { (self.kind, self.message) = (kind, message) }
}
