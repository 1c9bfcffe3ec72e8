/// A request that was not served, for the app to know of.
public struct RefusedRequest: Equatable, Sendable, CustomStringConvertible {
    public let refusal: Refusal
    /// The method and the path, where they could be read.
    public let request: String?
    /// The address it came from.
    public let peer: String

    public var description: String { "refused \(request ?? "a request") from \(peer): \(refusal)" }
}
