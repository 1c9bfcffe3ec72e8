/// Equal values have equal bytes, in every process: keys are sorted by their bytes, and so are the entries of every `Set` and of
/// every `Dictionary` that is encoded as an array: key, value, key, value; also if one is the only property of a type that encodes as
/// many elements. Other elements that a type encodes in its own `encode(to:)` keep their order. Doubles have the fewest digits that read back as the same number; NaN and the infinities are `"NaN"`,
/// `"Infinity"` and `"-Infinity"`. Dates, data and the rest are as Foundation's coders encode them by default. Thread-safe.
package enum JSONCoding {
    package static func encode(
        _ value: some Encodable, hiding rules: HidingRules? = nil, known texts: (any KnownTexts)? = nil
    ) throws(JSONCodingError) -> JSONText {
        try JSONWriter.withText(of: value, hiding: rules, only: nil, known: texts) { JSONText(unchecked: $0) }
    }

    /// The text is valid until `body` returns.
    ///
    /// - Parameter neededMembers: Most other members are left out; their errors are not thrown.
    package static func withText<Answer>(
        of value: some Encodable, hiding rules: HidingRules? = nil, only neededMembers: MemberTree? = nil,
        _ body: (UnsafeBufferPointer<UInt8>) -> Answer
    ) throws(JSONCodingError) -> Answer {
        try JSONWriter.withText(of: value, hiding: rules, only: neededMembers, known: nil, body)
    }

    package static func decode<Value: Decodable>(
        _ type: Value.Type, from text: JSONText
    ) throws(JSONCodingError) -> Value {
        try text.withBytes { text throws(JSONCodingError) in try decode(type, text) }
    }

    package static func decode<Value: Decodable>(
        _ type: Value.Type, from text: some Sequence<UInt8>
    ) throws(JSONCodingError) -> Value {
        try withContiguousBytes(text) { (text) throws(JSONCodingError) in try decode(type, text) }
    }

    /// `memory` is not initialized. Returns the number of bytes of the value; nil if it cannot be decoded.
    package static func decode<Value: Decodable>(
        beginningOf text: UnsafeBufferPointer<UInt8>, into memory: UnsafeMutablePointer<Value>
    ) -> Int? {
        guard var reader = try? JSONReader.open(text, isPrefix: true) else { return nil }
        defer { JSONReader.close(&reader) }
        let count = reader.tape.range(of: 0).upperBound
        do { memory.initialize(to: try reader.decode(Value.self, 0, in: 0)) } catch { return nil }
        return count
    }

    private static func decode<Value: Decodable>(
        _ type: Value.Type, _ text: UnsafeBufferPointer<UInt8>
    ) throws(JSONCodingError) -> Value {
        var reader: JSONReader
        do throws(JSONError) { reader = try JSONReader.open(text) } catch { throw JSONCodingError(error) }
        defer { JSONReader.close(&reader) }
        do { return try reader.decode(type, 0, in: 0) } catch { throw JSONCodingError(error, in: reader) }
    }
}
