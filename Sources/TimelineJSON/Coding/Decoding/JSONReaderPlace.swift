/// A value that is being decoded, as its type sees it: the decoder, and the container of a single value.
///
/// Three words, so that it lies in an `any Decoder` without an allocation.
struct JSONReaderPlace {
    let reader: JSONReader
    /// Where the value stands on the tape.
    let value: Int
    /// Where the container stands that it is in.
    let parent: Int

    var codingPath: [any CodingKey] { reader.codingPath(of: value, in: parent) }
    var userInfo: [CodingUserInfoKey: Any] { reader.userInfo }
}

extension JSONReaderPlace: Decoder {
    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try reader.requireObject(value, in: parent)
        return reader.container(of: value)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try reader.requireArray(value, in: parent)
        return JSONUnkeyedReading(reader: reader, array: value)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }
}

extension JSONReaderPlace: SingleValueDecodingContainer {
    func decodeNil() -> Bool { reader.kind(of: value) == .null }
    func decode(_ type: Bool.Type) throws -> Bool { try reader.bool(value, in: parent) }
    func decode(_ type: String.Type) throws -> String { try reader.string(value, in: parent) }
    func decode(_ type: Double.Type) throws -> Double { try reader.double(value, in: parent) }
    func decode(_ type: Float.Type) throws -> Float { try reader.floatingPoint(type, value, in: parent) }
    func decode(_ type: Int.Type) throws -> Int { try reader.integer(type, value, in: parent) }
    func decode(_ type: Int8.Type) throws -> Int8 { try reader.integer(type, value, in: parent) }
    func decode(_ type: Int16.Type) throws -> Int16 { try reader.integer(type, value, in: parent) }
    func decode(_ type: Int32.Type) throws -> Int32 { try reader.integer(type, value, in: parent) }
    func decode(_ type: Int64.Type) throws -> Int64 { try reader.integer(type, value, in: parent) }
    func decode(_ type: Int128.Type) throws -> Int128 { try reader.integer(type, value, in: parent) }
    func decode(_ type: UInt.Type) throws -> UInt { try reader.integer(type, value, in: parent) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try reader.integer(type, value, in: parent) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try reader.integer(type, value, in: parent) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try reader.integer(type, value, in: parent) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try reader.integer(type, value, in: parent) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try reader.integer(type, value, in: parent) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try reader.decode(type, value, in: parent) }
}
