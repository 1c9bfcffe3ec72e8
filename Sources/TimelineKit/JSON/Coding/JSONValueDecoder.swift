/// Three words, so that an `any Decoder` holds it without an allocation.
struct JSONValueDecoder {
    let reader: JSONReader
    let value: Int
    let parent: Int

    var codingPath: [any CodingKey] { reader.codingPath(of: value, in: parent) }
    var userInfo: [CodingUserInfoKey: Any] { [:] }
}

extension JSONValueDecoder: Decoder {
    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try reader.requireObject(value, in: parent)
        return reader.container(of: value)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try reader.requireArray(value, in: parent)
        return JSONUnkeyedDecodingContainer(reader: reader, array: value)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }
}

extension JSONValueDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { reader.isNull(value) }
    func decode(_ type: Bool.Type) throws -> Bool { try reader.bool(value, in: parent) }
    func decode(_ type: String.Type) throws -> String { try reader.string(value, in: parent) }
    func decode(_ type: Double.Type) throws -> Double { try reader.double(value, in: parent) }
    func decode(_ type: Float.Type) throws -> Float { try reader.floatingPoint(type, value, in: parent) }
    @inline(__always)
    func decode<Number: FixedWidthInteger & Decodable>(_ type: Number.Type) throws -> Number {
        try reader.integer(type, value, in: parent)
    }
    func decode(_ type: Int128.Type) throws -> Int128 { try reader.integer(type, value, in: parent) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try reader.integer(type, value, in: parent) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try reader.decode(type, value, in: parent) }
}
