/// A value that recordings replace by a pseudonym.
///
///     struct User: Codable, Equatable {
///         var name: String
///         @Redacted var email: String
///     }
///
///     enum Action: Codable {
///         case signedIn(email: Redacted<String>)
///     }
///
/// Coders encode and decode the value itself. Only a recorder writes a pseudonym, the same for equal values. Descriptions and
/// mirrors of the property, and of values that contain it, show `redacted`.
///
/// Three features write files that need the value: `StateRestorer`, `HotReload` and `Replica`. They write no marked value
/// unless the app passes `realValues: .allowed`. A `TimelineHost` sends the live state, unredacted, to every client with its
/// token.
///
/// If the value is an object, keys that are cases of an enumeration stay, since decoding needs them; the keys of dictionaries, and
/// others that are made of values, are hidden. In a type whose `encode(to:)` encodes its contents to text itself, marks have no
/// effect: mark a property of that type instead.
@propertyWrapper
public struct Redacted<Value> {
    public var wrappedValue: Value

    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

    /// Wraps `value` where there is no property to mark, such as in an associated value.
    public init(_ value: Value) { wrappedValue = value }
}

extension Redacted: Sendable where Value: Sendable {}
extension Redacted: Equatable where Value: Equatable {}
extension Redacted: Hashable where Value: Hashable {}

extension Redacted: CustomStringConvertible, CustomReflectable {
    public var description: String { "redacted" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Redacted: Encodable where Value: Encodable {
    /// Encodes the value; for a recorder, its pseudonym.
    ///
    /// - Throws: The error of the value. For a recorder, and if `RealValues` are refused, the error does not reveal the value.
    public func encode(to encoder: any Encoder) throws {
        func encodeValue() throws {
            var container = encoder.singleValueContainer()
            try container.encode(wrappedValue)
        }
        guard encoder.userInfo[.hidesMarkedValues] != nil else { return try encodeValue() }
        // An encoder of another kind, to which a type gave the `userInfo`, would show the value.
        if let encoder = encoder as? any HidingEncoder, (try? encoder.hiding(encodeValue)) != nil { return }
        let context = EncodingError.Context(
            codingPath: encoder.codingPath, debugDescription: "a redacted value cannot be encoded")
        throw EncodingError.invalidValue(self, context)
    }
}

extension Redacted: Decodable where Value: Decodable {
    /// Decodes the value, or its pseudonym.
    ///
    /// - Throws: `DecodingError`, which does not reveal the value.
    public init(from decoder: any Decoder) throws {
        guard let value = try? decoder.singleValueContainer().decode(Value.self) else {
            let context = DecodingError.Context(
                codingPath: decoder.codingPath, debugDescription: "a redacted value is not what its type reads")
            throw DecodingError.dataCorrupted(context)
        }
        wrappedValue = value
    }
}

extension KeyedDecodingContainer {
    /// A missing key decodes as nil, as for an optional property that is not redacted.
    public func decode<Value: Decodable>(_ type: Redacted<Value?>.Type, forKey key: Key) throws -> Redacted<Value?> {
        try decodeIfPresent(type, forKey: key) ?? Redacted(nil)
    }
}
