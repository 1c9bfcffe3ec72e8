/// A link or a route has a part that the app does not understand.
///
///     episodes://episode/x/comments: 'x' is not a number
public struct RouteError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What went wrong. Later versions may add codes.
    public enum Code: Sendable {
        /// The link has no scheme, or that of another app.
        case scheme
        /// The host is that of another site, or has a user or a port where a component is expected.
        case host
        /// A component, or the value of a query parameter, is not valid percent-encoding of UTF-8.
        case encoding
        /// A component is missing, or is not what the app expects there.
        case component
    }

    /// The kind of the error, to switch over.
    public let code: Code

    /// The link or the route as it was given, and what is wrong with which part. It holds text of the link, which may be anything.
    public let description: String

    init(_ code: Code, in text: String, _ reason: String) {
        self.code = code
        description = "\(text): \(reason)"
    }
}
