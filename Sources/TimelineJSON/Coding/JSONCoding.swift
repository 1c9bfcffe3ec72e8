/// The one seam between `Codable` and JSON text.
///
/// Equal values make equal bytes, in every process: keys are sorted by their bytes, and so are the entries of every `Set`
/// and of every `Dictionary` that is an array, key, value, key, value. What a type encodes itself, in an `encode(to:)` of
/// its own, keeps the order in which it encodes it. Doubles have the fewest digits that read
/// back as the same number; those that are no numbers are the strings `"NaN"`, `"Infinity"` and `"-Infinity"`. Dates, data
/// and the rest are coded as Foundation's coders do by default. From any thread, on as many as there are.
package enum JSONCoding {
    /// The JSON text of `value`.
    ///
    /// - Parameter userInfo: What the value finds in the `userInfo` of its encoder.
    /// - Throws: `JSONCodingError`, with the coding path.
    package static func encode(
        _ value: some Encodable, userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws(JSONCodingError) -> JSONText {
        try JSONWriter.use(userInfo) { writer throws(JSONCodingError) in
            try write(value, writer)
            return JSONText(unchecked: writer.buffer.bytes)
        }
    }

    /// Appends the JSON text of `value` to `bytes`, which stay as they are when this throws.
    ///
    /// - Throws: `JSONCodingError`, with the coding path.
    package static func encode(
        _ value: some Encodable, into bytes: inout [UInt8], userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws(JSONCodingError) {
        try JSONWriter.use(userInfo) { writer throws(JSONCodingError) in
            try write(value, writer)
            bytes.append(contentsOf: writer.buffer.bytes)
        }
    }

    /// Lends the JSON text of `value` to `body`, without most of the members that are not needed: they are not encoded, which
    /// saves most of the cost if few members of a large value are needed. The text is gone when `body` returns.
    ///
    /// What is needed is as `encode(_:)` writes it. Whether other members are there, and what they are, means nothing: a
    /// container that a type opens by itself is written, though most often empty. What the encoding of a member that is left
    /// out would throw is not thrown, so a type that catches it and encodes something else instead does not do so here.
    ///
    /// - Throws: `JSONCodingError`, with the coding path; then `body` was not called.
    package static func withText<Answer>(
        of value: some Encodable, only neededMembers: MemberTree, _ body: (UnsafeBufferPointer<UInt8>) -> Answer
    ) throws(JSONCodingError) -> Answer {
        try JSONWriter.use([:], only: neededMembers) { writer throws(JSONCodingError) in
            try write(value, writer)
            return body(writer.buffer.bytes)
        }
    }

    /// Lends the JSON text of `value` to `body`, from the memory that it was written in: nothing is allocated for it. The
    /// text is gone when `body` returns.
    ///
    /// - Throws: `JSONCodingError`, with the coding path; then `body` was not called.
    package static func withText(
        of value: some Encodable, userInfo: [CodingUserInfoKey: any Sendable],
        _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) throws(JSONCodingError) {
        try JSONWriter.use(userInfo) { writer throws(JSONCodingError) in
            try write(value, writer)
            body(writer.buffer.bytes)
        }
    }

    /// The JSON value of `value`, in which `sentinel` is the first element of every array that is a set or a dictionary.
    ///
    /// - Throws: `JSONCodingError`, with the coding path.
    package static func encode(
        _ value: some Encodable, userInfo: [CodingUserInfoKey: any Sendable] = [:], sentinel: EntriesSentinel
    ) throws(JSONCodingError) -> JSON {
        try JSONWriter.use(userInfo, sentinel: sentinel) { writer throws(JSONCodingError) in
            try write(value, writer)
            return JSONText(unchecked: writer.buffer.bytes).value
        }
    }

    private static func write(_ value: some Encodable, _ writer: JSONWriter) throws(JSONCodingError) {
        do { try writer.encodeRoot(value) } catch { throw JSONCodingError(error, at: writer.failurePath) }
    }

    /// The value that `text` spells.
    ///
    /// - Throws: `JSONCodingError`, with the coding path.
    package static func decode<Value: Decodable>(
        _ type: Value.Type, from text: JSONText
    ) throws(JSONCodingError) -> Value {
        try text.withBytes { text throws(JSONCodingError) in try decode(type, text, [:]) }
    }

    /// The value that `text` spells, which need not have been checked.
    ///
    /// - Parameter userInfo: What the value finds in the `userInfo` of its decoder.
    /// - Throws: `JSONCodingError`, with the coding path; for what is not JSON as `JSON(parsing:)` takes it, with the byte.
    package static func decode<Value: Decodable>(
        _ type: Value.Type, from text: some Sequence<UInt8>, userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws(JSONCodingError) -> Value {
        try withContiguousBytes(text) { (text) throws(JSONCodingError) in try decode(type, text, userInfo) }
    }

    /// Decodes the value that `text` begins with into `memory`, which is not initialized.
    ///
    /// - Returns: Whether it succeeded; if it did not, `decode(_:from:)` throws the reason.
    package static func decode<Value: Decodable>(
        beginningOf text: UnsafeBufferPointer<UInt8>, into memory: UnsafeMutablePointer<Value>
    ) -> Bool {
        guard var reader = try? JSONReader.open(text, isPrefix: true) else { return false }
        defer { JSONReader.close(&reader) }
        do { memory.initialize(to: try reader.decode(Value.self, 0, in: 0)) } catch { return false }
        return true
    }

    private static func decode<Value: Decodable>(
        _ type: Value.Type, _ text: UnsafeBufferPointer<UInt8>, _ userInfo: [CodingUserInfoKey: any Sendable]
    ) throws(JSONCodingError) -> Value {
        var reader: JSONReader
        do throws(JSONError) { reader = try JSONReader.open(text, userInfo) } catch { throw JSONCodingError(error) }
        defer { JSONReader.close(&reader) }
        do { return try reader.decode(type, 0, in: 0) } catch { throw JSONCodingError(error, in: reader) }
    }
}
