internal import TimelineJSON
internal import TimelineJournal

/// A value that no recording shows.
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
/// It is coded as the value itself, by every coder but a recorder's: that writes a pseudonym, the same for the same value.
/// Descriptions, debug descriptions and mirrors of it, and of whatever holds it, say `redacted`.
///
/// Three kinds of file need the value itself: a state that `StateRestorer` saves, the file of `HotReload`, and the folder of a
/// `Replica`. They are not written where a marked value would stand in them, unless the app says `realValues: .allowed`.
/// A `TimelineHost` sends the live state, unredacted, to every client with its token.
///
/// The names of the properties of a value stay, since a program needs them to read the value back; the keys of its
/// dictionaries are hidden. A type whose `encode(to:)` makes text of what it holds, with coders of its own, hides nothing
/// in there: mark a property of that type instead.
@propertyWrapper
public struct Redacted<Value> {
    /// The value.
    public var wrappedValue: Value

    /// The value with what hides it.
    public var projectedValue: Redacted { self }

    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

    /// Hides `value`, where there is no property to be marked, as in the payload of a case.
    public init(_ value: Value) { wrappedValue = value }
}

extension Redacted: Sendable where Value: Sendable {}
extension Redacted: Equatable where Value: Equatable {}
extension Redacted: Hashable where Value: Hashable {}

extension Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Always `redacted`.
    public var description: String { "redacted" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Redacted: Encodable where Value: Encodable {
    /// Writes the value, or a pseudonym where a recorder encodes.
    ///
    /// - Throws: What the value throws; for a recorder, and where `RealValues` are refused, an error that says nothing of
    ///   the value.
    public func encode(to encoder: any Encoder) throws {
        guard let encoding = encoder.userInfo[RedactedEncoding.key] as? RedactedEncoding else {
            try (encoder.userInfo[RedactedEncoding.key] as? RedactedValueWatch)?.meet(wrappedValue, in: encoder)
            var container = encoder.singleValueContainer()
            return try container.encode(wrappedValue)
        }
        guard let value = try? JSONCoding.encode(wrappedValue, sentinel: encoding.sentinel) else {
            let context = EncodingError.Context(
                codingPath: encoder.codingPath, debugDescription: "a redacted value cannot be encoded")
            throw EncodingError.invalidValue(self, context)
        }
        try encoding.hide(value, names: DictionaryNames(in: wrappedValue)).encode(to: encoder)
    }
}

extension Redacted: Decodable where Value: Decodable {
    /// Reads the value, or its pseudonym.
    ///
    /// - Throws: `DecodingError`, which says nothing of the value.
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
    /// A redacted property that may be nil is nil where its key is missing, as one that is not redacted.
    public func decode<Value: Decodable>(
        _ type: Redacted<Value?>.Type, forKey key: Key
    ) throws -> Redacted<Value?> {
        try decodeIfPresent(type, forKey: key) ?? Redacted(nil)
    }
}

extension Redacted: HoldsHiddenValue {
    var hiddenValue: Any { wrappedValue }
}
