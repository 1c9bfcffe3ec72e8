/// What dispatched an action: the `from` of a step.
///
/// An app may add names: `"push"`, `"deepLink"`.
public struct Origin: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name in the file.
    public let rawValue: String

    /// Creates an origin from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates an origin from its name.
    public init(stringLiteral value: String) { rawValue = value }

    public var description: String { rawValue }

    /// A user. The default.
    public static let user: Origin = "user"
    public static let effect: Origin = "effect"
    /// A debugger in another process.
    package static let remote: Origin = "remote"
    /// Another instance of the app, which shares its state.
    package static let replication: Origin = "replication"
    /// A replayed recording.
    package static let replay: Origin = "replay"

    /// The origins above, which no app adds.
    package static let known: Set<Origin> = [.user, .effect, .remote, .replication, .replay]
}
