struct JSONUnkeyedDecodingContainer: UnkeyedDecodingContainer {
    let reader: JSONReader
    let array: Int
    private let end: Int
    private var next: Int
    private(set) var currentIndex = 0

    init(reader: JSONReader, array: Int) {
        (self.reader, self.array) = (reader, array)
        end = reader.tape.end(array)
        next = array + 2
    }

    var codingPath: [any CodingKey] { reader.codingPath(of: array, in: reader.tape.offset(end)) }
    var count: Int? { currentIndex + reader.tape.count(from: next, upTo: end) }
    var isAtEnd: Bool { next >= end }

    @inline(__always) private mutating func element<Value>(
        _ type: any Any.Type, _ body: (JSONReader, _ element: Int, _ array: Int) throws -> Value
    ) throws -> Value {
        guard next < end else { throw atEnd(type) }
        reader.setCurrentElement(next, currentIndex, in: array)
        let value = try body(reader, next, array)
        next = reader.tape.next(next)
        currentIndex &+= 1
        return value
    }

    private func atEnd(_ type: any Any.Type) -> DecodingError {
        .valueNotFound(
            type,
            DecodingError.Context(
                codingPath: codingPath + [JSONKey(index: currentIndex)],
                debugDescription: "Unkeyed container is at end."))
    }

    mutating func decodeNil() throws -> Bool {
        guard next < end else { throw atEnd(Any?.self) }
        guard reader.isNull(next) else { return false }
        next += 2
        currentIndex += 1
        return true
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool { try element(type) { try $0.bool($1, in: $2) } }
    mutating func decode(_ type: String.Type) throws -> String { try element(type) { try $0.string($1, in: $2) } }
    mutating func decode(_ type: Double.Type) throws -> Double { try element(type) { try $0.double($1, in: $2) } }
    mutating func decode(_ type: Float.Type) throws -> Float {
        try element(type) { try $0.floatingPoint(type, $1, in: $2) }
    }
    @inline(__always)
    mutating func decode<Number: FixedWidthInteger & Decodable>(_ type: Number.Type) throws -> Number {
        try element(type) { try $0.integer(type, $1, in: $2) }
    }
    mutating func decode(_ type: Int128.Type) throws -> Int128 {
        try element(type) { try $0.integer(type, $1, in: $2) }
    }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
        try element(type) { try $0.integer(type, $1, in: $2) }
    }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try element(type) { try $0.decode(type, $1, in: $2) }
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try nested([String: Any].self) { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try nested([Any].self) { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder { try nested((any Decoder).self) { $0 } }

    private mutating func nested<Container>(
        _ type: any Any.Type, _ body: (JSONValueDecoder) throws -> Container
    ) throws -> Container {
        try element(type) { try body(JSONValueDecoder(reader: $0, value: $1, parent: $2)) }
    }
}
