/// Where an action came from: the `from` of a step.
///
/// An app may add names of its own: `"push"`, `"deepLink"`.
public struct Origin: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name, as the file has it.
    public let rawValue: String

    /// The origin of this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The origin of this name.
    public init(stringLiteral value: String) { rawValue = value }

    public var description: String { rawValue }

    /// A person did something. The default.
    public static let user: Origin = "user"
    /// The result of an effect.
    public static let effect: Origin = "effect"
    /// Sent by a debugger over the network.
    public static let remote: Origin = "remote"
    /// Dispatched to another instance of the app, that shares its state.
    public static let replication: Origin = "replication"
    /// Reduced again from a recording.
    public static let replay: Origin = "replay"

    /// Those that are not an app's own.
    package static let known: Set<Origin> = [.user, .effect, .remote, .replication, .replay]
}
