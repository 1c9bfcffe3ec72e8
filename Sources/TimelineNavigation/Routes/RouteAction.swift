/// A change of a route. Its JSON is `{"push":{"_0":[…]}}`, with the components of a route, or `{"replace":{"_0":[…],"with":[…]}}`.
public enum RouteAction: Codable, Hashable, Sendable {
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
