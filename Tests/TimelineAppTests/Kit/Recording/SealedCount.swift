/// A count that cannot be encoded while it is in `range`.
struct SealedCount: Codable, Equatable, Sendable {
    private var count = 0
    private var range = Int.min...Int.max

    init() {}

    init(_ count: Int, in range: ClosedRange<Int>) { (self.count, self.range) = (count, range) }

    init(from decoder: any Decoder) throws { count = try decoder.singleValueContainer().decode(Int.self) }

    func encode(to encoder: any Encoder) throws {
        guard !range.contains(count) else {
            throw EncodingError.invalidValue(0, .init(codingPath: encoder.codingPath, debugDescription: "it is sealed"))
        }
        var container = encoder.singleValueContainer()
        try container.encode(count)
    }
}
