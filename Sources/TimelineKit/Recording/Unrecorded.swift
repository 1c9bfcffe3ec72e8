/// An optional value that is not recorded, because it cannot be `Codable` or is of no use in a replay: an image, a request, a closure.
///
///     struct Tab: Codable, Equatable, Sendable {
///         var title = ""
///         @Unrecorded var screenshot: UIImage?
///     }
///
/// It is written as `null` and read as nil, so a reducer must not depend on it: in a replay, it is nil. Two of them are equal if their
/// values are, or are not `Equatable`. All have the same hash.
@propertyWrapper
public struct Unrecorded<Value: ExpressibleByNilLiteral> {
    public var wrappedValue: Value

    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

extension Unrecorded: Sendable where Value: Sendable {}

extension Unrecorded: Hashable {
    public static func == (one: Self, other: Self) -> Bool {
        func isEqual<Part: Equatable>(_ part: Part) -> Bool { part == other.wrappedValue as? Part }
        return (one.wrappedValue as? any Equatable).map { isEqual($0) } ?? true
    }

    public func hash(into hasher: inout Hasher) {}
}

extension Unrecorded: Codable {
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encodeNil()
    }

    public init(from decoder: any Decoder) throws { self.init(wrappedValue: nil) }
}

extension KeyedDecodingContainer {
    /// A missing key decodes as nil.
    public func decode<Value>(_ type: Unrecorded<Value>.Type, forKey key: Key) -> Unrecorded<Value> {
        Unrecorded(wrappedValue: nil)
    }
}
