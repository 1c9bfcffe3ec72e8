/// A change of a route.
///
/// Its JSON is `{"goto":[…]}`, `{"push":[…]}`, `{"pop":[…]}` or `{"replace":[…],"with":[…]}`, each with the components of a route.
public enum RouteAction: Hashable, Sendable {
    /// The route becomes this one.
    case goto(Route)
    /// These components are added at the end.
    case push(Route)
    /// These components are removed from the end. If the route does not end with them, nothing changes.
    case pop(Route)
    /// These components at the end become others. If the route does not end with them, nothing changes.
    case replace(Route, with: Route)
}

extension Route {
    /// Applies an action. A `pop` or `replace` of components that the route does not end with changes nothing.
    public mutating func reduce(_ action: RouteAction) {
        switch action {
        case .goto(let route): self = route
        case .push(let end): components += end.components
        case .pop(let end): replaceEnd(end, with: [])
        case .replace(let end, let other): replaceEnd(end, with: other)
        }
    }

    private mutating func replaceEnd(_ end: Route, with other: Route) {
        guard components.suffix(end.components.count).elementsEqual(end.components) else { return }
        components.removeLast(end.components.count)
        components += other.components
    }
}

extension RouteAction: Codable {
    private enum CodingKeys: CodingKey { case goto, push, pop, replace, with }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func route(_ key: CodingKeys) throws -> Route { try container.decode(Route.self, forKey: key) }
        switch Set(container.allKeys) {
        case [.goto]: self = .goto(try route(.goto))
        case [.push]: self = .push(try route(.push))
        case [.pop]: self = .pop(try route(.pop))
        case [.replace, .with]: self = .replace(try route(.replace), with: try route(.with))
        default:
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "not a goto, push, pop, or replace and with"))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .goto(let route): try container.encode(route, forKey: .goto)
        case .push(let route): try container.encode(route, forKey: .push)
        case .pop(let route): try container.encode(route, forKey: .pop)
        case .replace(let end, let other):
            try container.encode(end, forKey: .replace)
            try container.encode(other, forKey: .with)
        }
    }
}
