/// The name by which a running effect is found again: `"search"`, `"comment-3"`.
public struct EffectID: RawRepresentable, Hashable, Sendable, ExpressibleByStringInterpolation,
    CustomStringConvertible
{
    /// The name.
    public let rawValue: String

    /// The identity of this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The identity of this name.
    public init(stringLiteral value: String) { rawValue = value }

    public var description: String { rawValue }
}
