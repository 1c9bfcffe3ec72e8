internal import Foundation

/// Reads a route component by component, to turn a link into screens.
///
///     func screens(_ url: String) throws(RouteError) -> [Screen] {
///         var link = try DeepLink(url: url, scheme: "episodes")
///         var screens: [Screen] = [.list]
///         switch link.next() {
///         case nil: break
///         case "settings": screens.append(.settings)
///         case "episode": screens.append(.detail(try link.nextNumber()))
///         default: throw link.notUnderstood()
///         }
///         try link.end()
///         return screens
///     }
///
/// Its errors name the link and the part: `episodes://episode/x: 'x' is not a number`. `value(of:)` returns query
/// parameters.
public struct DeepLink: Sendable {
    public let route: Route
    private let text: String
    private let query: Substring
    private var position = 0

    /// Reads the text of a URL. The parameters are those of `Route(url:scheme:sites:)`.
    public init(url: String, scheme: String, sites: [String] = []) throws(RouteError) {
        route = try Route(url: url, scheme: scheme, sites: sites)
        text = url
        query = url.prefix { $0 != "#" }.drop { $0 != "?" }.dropFirst()
    }

    /// Reads a route, such as one of a state. Its errors show it as `episode/x`.
    public init(_ route: Route) {
        self.route = route
        text = route.description
        query = ""
    }

    /// The next component, or nil at the end.
    public mutating func next() -> String? {
        guard position < route.components.count else { return nil }
        defer { position += 1 }
        return route.components[position]
    }

    /// The next component as `parse` understands it. Throws if there is none, or `parse` returns nil.
    ///
    /// - Parameter expected: What is expected, with its article, for the error: "a number".
    public mutating func next<Value>(
        _ expected: String, _ parse: (_ component: String) -> Value?
    ) throws(RouteError) -> Value {
        guard let component = next() else {
            let place = route.components.last.map { " after '\($0)'" } ?? ""
            throw error("\(expected) is missing\(place)")
        }
        guard let value = parse(component) else { throw error("'\(component)' is not \(expected)") }
        return value
    }

    /// The next component as a number.
    public mutating func nextNumber() throws(RouteError) -> Int { try next("a number") { Int($0) } }

    /// The value of a query parameter, or nil if the link has no such parameter; the first if it has several.
    ///
    ///     let link = try DeepLink(url: "episodes://search?text=rick%20sanchez&page=2", scheme: "episodes")
    ///     try link.value(of: "text")     // "rick sanchez"
    ///
    /// The query is read as `application/x-www-form-urlencoded`, as the URL Standard of the WHATWG parses it: a `+` is a space, `%2B` is a
    /// plus, and a parameter without `=` has the empty value. Unlike there, a value that is not valid percent-encoding of
    /// UTF-8 throws. Parameters with other names are not checked.
    public func value(of parameter: String) throws(RouteError) -> String? {
        func decoded(_ part: Substring) -> String? { part.replacing("+", with: " ").removingPercentEncoding }
        for pair in query.split(separator: "&") {
            let name = pair.prefix { $0 != "=" }
            guard decoded(name) == parameter else { continue }
            guard let value = decoded(pair[name.endIndex...].dropFirst()) else {
                throw RouteError(.encoding, in: text, "'\(pair)' is not valid percent-encoding")
            }
            return value
        }
        return nil
    }

    /// Throws if there is another component.
    public mutating func end() throws(RouteError) { if next() != nil { throw notUnderstood() } }

    /// The error that names the component that was returned last.
    public func notUnderstood() -> RouteError {
        guard position > 0 else { return error("it is not understood") }
        return error("'\(route.components[position - 1])' is not understood")
    }

    private func error(_ reason: String) -> RouteError { RouteError(.component, in: text, reason) }
}
