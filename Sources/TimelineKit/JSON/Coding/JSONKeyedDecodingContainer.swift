struct JSONKeyedDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let reader: JSONReader
    let object: Int

    var codingPath: [any CodingKey] { reader.codingPath(of: object, in: reader.tape.offset(reader.tape.end(object))) }

    var allKeys: [Key] {
        let index = object &+ 2
        let end = reader.tape.end(object)
        // The case of an enum is an object with one key.
        guard index < end, reader.tape.next(index &+ 2) == end else { return keys(from: index, upTo: end) }
        if let known = reader.oneKeys[ObjectIdentifier(Key.self), reader.tape.words[index &+ 1]] {
            // Under this type, `oneKey` adds objects of no other class. A checked cast would look up the class.
            let known = unsafeDowncast(known, to: OneKey<Key>.self)
            if known.name.withUnsafeBufferPointer({ reader.tape.isPlainKey(index, $0) }) { return known.keys }
        }
        return oneKey(index)
    }

    @inline(never) private func oneKey(_ index: Int) -> [Key] {
        let name = reader.tape.key(index)
        guard let key = Key(stringValue: name) else {
            reader.isCase = { Key(stringValue: $0) != nil }
            return []
        }
        let known = OneKey(name: Array(name.utf8), keys: [key])
        if known.name.count <= 64 {
            reader.oneKeys.add(known, ObjectIdentifier(Key.self), reader.tape.words[index &+ 1])
        }
        return known.keys
    }

    @inline(never) private func keys(from start: Int, upTo end: Int) -> [Key] {
        var index = start
        var keys: [Key] = []
        while index < end {
            if let key = Key(stringValue: reader.tape.key(index)) { keys.append(key) }
            index = reader.tape.next(index &+ 2)
        }
        return keys
    }

    func contains(_ key: Key) -> Bool { reader.find(key.stringValue, in: object) != nil }

    func decodeNil(forKey key: Key) throws -> Bool { try reader.isNull(value(key)) }

    @inline(__always) private func value(_ key: Key) throws -> Int {
        guard let value = reader.find(key.stringValue, in: object) else { throw reader.missing(key, object) }
        return value
    }

    @inline(__always) private func presentValue(_ key: Key) -> Int? {
        guard let value = reader.find(key.stringValue, in: object), !reader.isNull(value) else { return nil }
        return value
    }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try reader.bool(value(key), in: object) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try reader.string(value(key), in: object) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try reader.double(value(key), in: object) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
        try reader.floatingPoint(type, value(key), in: object)
    }
    @inline(__always)
    func decode<Number: FixedWidthInteger & Decodable>(_ type: Number.Type, forKey key: Key) throws -> Number {
        try reader.integer(type, value(key), in: object)
    }
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
        try reader.integer(type, value(key), in: object)
    }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
        try reader.integer(type, value(key), in: object)
    }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try reader.decode(type, value(key), in: object)
    }

    // The standard library's `decodeIfPresent`, which serves the other types, looks a key up three times.

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try presentValue(key).map { try reader.bool($0, in: object) }
    }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try presentValue(key).map { try reader.string($0, in: object) }
    }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        try presentValue(key).map { try reader.double($0, in: object) }
    }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try presentValue(key).map { try reader.integer(type, $0, in: object) }
    }
    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        try presentValue(key).map { try reader.decode(type, $0, in: object) }
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        let value = try value(key)
        try reader.requireObject(value, in: object)
        return reader.container(of: value)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try JSONValueDecoder(reader: reader, value: value(key), parent: object).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { decoder(JSONKey.super.stringValue) }

    func superDecoder(forKey key: Key) throws -> any Decoder { decoder(key.stringValue) }

    /// Of null if there is no such member.
    private func decoder(_ name: String) -> JSONValueDecoder {
        JSONValueDecoder(reader: reader, value: reader.find(name, in: object) ?? reader.missing, parent: object)
    }
}

/// The case of an enum. Kept, because making the array for `allKeys` costs about 2,000 instructions.
final class OneKey<Key: CodingKey> {
    let name: [UInt8]
    let keys: [Key]

    init(name: [UInt8], keys: [Key]) { (self.name, self.keys) = (name, keys) }
}
