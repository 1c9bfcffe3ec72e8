/// The name by which a running effect is found again: `"search"`, `"comment-3"`.
public struct EffectID: RawRepresentable, Hashable, Sendable, ExpressibleByStringInterpolation,
    CustomStringConvertible
{
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }

    public var description: String { rawValue }
}
