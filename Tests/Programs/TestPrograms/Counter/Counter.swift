/// The state of the counter.
public struct Counter: Codable, Equatable, Sendable {
    /// One that traps when it is decoded.
    public static let undecodable = Int.min

    /// One that does not survive its coding: it is decoded as another.
    public static let unstable = Int.max

    public var count: Int

    public init(count: Int) { self.count = count }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        count = try container.decode(Int.self, forKey: .count)
        if count == Self.undecodable { fatalError("asked to crash") }
        if count == Self.unstable { count -= 1 }
    }
}
