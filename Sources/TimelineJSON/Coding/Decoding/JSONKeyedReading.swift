/// An object that is being decoded.
struct JSONKeyedReading<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let seat: JSONReaderSeat
    private var reader: JSONReader { seat.reader }
    private var object: Int { seat.object }

    var codingPath: [any CodingKey] { place.codingPath }

    /// The keys that `Key` knows, in the order of the text.
    var allKeys: [Key] {
        seat.read { reader, object in
            let first = object &+ 2
            let end = reader.tape.end(object)
            // The case of an enum is an object with one key.
            if first < end, reader.tape.next(first &+ 2) == end { return seat.cases.keys(first, reader) }
            var keys: [Key] = []
            var index = first
            while index < end {
                if let key = Key(stringValue: reader.key(at: index)) { keys.append(key) }
                index = reader.tape.next(index &+ 2)
            }
            return keys
        }
    }

    private var place: JSONReaderPlace {
        JSONReaderPlace(reader: reader, value: object, parent: reader.tape.place(reader.tape.end(object)))
    }

    func contains(_ key: Key) -> Bool { seat.read { $0.find(key.stringValue, in: $1) != nil } }

    func decodeNil(forKey key: Key) throws -> Bool {
        try read(key) { reader, value, _ in reader.kind(of: value) == .null }
    }

    /// Runs `body` on the reader, the value of `key`, and the object.
    @inline(__always)
    private func read<Result>(_ key: Key, _ body: (JSONReader, Int, Int) throws -> Result) throws -> Result {
        try seat.read { reader, object in
            guard let value = reader.find(key.stringValue, in: object) else { throw reader.missing(key, object) }
            return try body(reader, value, object)
        }
    }

    /// The same, or nil where there is no value, or null.
    @inline(__always)
    private func readPresent<Result>(_ key: Key, _ body: (JSONReader, Int, Int) throws -> Result) throws -> Result? {
        try seat.read { reader, object in
            guard let value = reader.find(key.stringValue, in: object), reader.kind(of: value) != .null else {
                return nil
            }
            return try body(reader, value, object)
        }
    }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        try read(key) { try $0.bool($1, in: $2) }
    }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try readPresent(key) { try $0.bool($1, in: $2) }
    }

    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        try read(key) { try $0.string($1, in: $2) }
    }

    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try readPresent(key) { try $0.string($1, in: $2) }
    }

    func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
        try read(key) { try $0.double($1, in: $2) }
    }

    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        try readPresent(key) { try $0.double($1, in: $2) }
    }

    func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
        try read(key) { try $0.floatingPoint(type, $1, in: $2) }
    }

    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
        try readPresent(key) { try $0.floatingPoint(type, $1, in: $2) }
    }

    func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
        try read(key) { try $0.integer(type, $1, in: $2) }
    }

    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try readPresent(key) { try $0.integer(type, $1, in: $2) }
    }

    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
        try read(key) { try $0.integer(type, $1, in: $2) }
    }

    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
        try readPresent(key) { try $0.integer(type, $1, in: $2) }
    }

    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
        try read(key) { try $0.integer(type, $1, in: $2) }
    }

    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
        try readPresent(key) { try $0.integer(type, $1, in: $2) }
    }

    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
        try read(key) { try $0.integer(type, $1, in: $2) }
    }

    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
        try readPresent(key) { try $0.integer(type, $1, in: $2) }
    }

    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
        try read(key) { try $0.integer(type, $1, in: $2) }
    }

    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
        try readPresent(key) { try $0.integer(type, $1, in: $2) }
    }

    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
        try read(key) { try $0.integer(type, $1, in: $2) }
    }

    func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
        try readPresent(key) { try $0.integer(type, $1, in: $2) }
    }

    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
        try read(key) { try $0.integer(type, $1, in: $2) }
    }

    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
        try readPresent(key) { try $0.integer(type, $1, in: $2) }
    }

    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
        try read(key) { try $0.integer(type, $1, in: $2) }
    }

    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
        try readPresent(key) { try $0.integer(type, $1, in: $2) }
    }

    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
        try read(key) { try $0.integer(type, $1, in: $2) }
    }

    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
        try readPresent(key) { try $0.integer(type, $1, in: $2) }
    }

    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
        try read(key) { try $0.integer(type, $1, in: $2) }
    }

    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
        try readPresent(key) { try $0.integer(type, $1, in: $2) }
    }

    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
        try read(key) { try $0.integer(type, $1, in: $2) }
    }

    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
        try readPresent(key) { try $0.integer(type, $1, in: $2) }
    }

    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
        try read(key) { try $0.integer(type, $1, in: $2) }
    }

    func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
        try readPresent(key) { try $0.integer(type, $1, in: $2) }
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try read(key) { try $0.decode(type, $1, in: $2) }
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        try readPresent(key) { try $0.decode(type, $1, in: $2) }
    }

    // MARK: - Containers

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try read(key) { reader, value, object in
            try reader.requireObject(value, in: object)
            return reader.container(of: value)
        }
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try read(key) { try JSONReaderPlace(reader: $0, value: $1, parent: $2).unkeyedContainer() }
    }

    func superDecoder() throws -> any Decoder { decoder(JSONKey.super.stringValue) }

    func superDecoder(forKey key: Key) throws -> any Decoder { decoder(key.stringValue) }

    /// A decoder of a member, or of null where there is none.
    private func decoder(_ name: String) -> JSONReaderPlace {
        JSONReaderPlace(reader: reader, value: reader.find(name, in: object) ?? reader.missing, parent: object)
    }
}
