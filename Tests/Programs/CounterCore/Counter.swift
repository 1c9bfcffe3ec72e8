/// The state of the counter.
public struct Counter: Codable, Equatable, Sendable {
    public var count: Int
}
