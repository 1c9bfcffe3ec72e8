/// Where the user is in the app: the names of the screens, outermost first.
///
///     let route: Route = "episode/3/comments"     // ["episode", "3", "comments"]
///
/// Its JSON is an array of strings: `["episode","3","comments"]`. The empty route is where the app starts.
public struct Route: Hashable, Sendable {
    /// Any texts, also with slashes in them.
    public var components: [String]

    public init(_ components: [String] = []) { self.components = components }
}

extension Route: ExpressibleByStringLiteral {
    /// The parts of `value` between slashes. Empty parts are left out, and nothing is percent-decoded.
    public init(stringLiteral value: String) { self.init(value.split(separator: "/").map(String.init)) }
}

extension Route: ExpressibleByArrayLiteral {
    public init(arrayLiteral elements: String...) { self.init(elements) }
}

extension Route: CustomStringConvertible {
    /// The components with slashes between: `episode/3/comments`.
    public var description: String { components.joined(separator: "/") }
}

extension Route: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode([String].self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(components)
    }
}
