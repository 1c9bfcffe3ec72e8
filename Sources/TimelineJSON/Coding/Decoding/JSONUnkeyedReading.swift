/// An array that is being decoded.
struct JSONUnkeyedReading: UnkeyedDecodingContainer {
    let reader: JSONReader
    /// Where it stands on the tape.
    let array: Int
    private let end: Int
    /// Where the next element stands.
    private var next: Int
    private(set) var currentIndex = 0

    init(reader: JSONReader, array: Int) {
        self.reader = reader
        self.array = array
        end = reader.tape.end(array)
        next = array + 2
    }

    var codingPath: [any CodingKey] {
        JSONReaderPlace(reader: reader, value: array, parent: reader.tape.place(end)).codingPath
    }

    /// Counts the elements that are left.
    var count: Int? {
        var count = currentIndex
        var index = next
        while index < end {
            index = reader.tape.next(index)
            count += 1
        }
        return count
    }

    var isAtEnd: Bool { next >= end }

    /// Where the next element stands.
    @inline(__always) private func upcoming(_ type: any Any.Type) throws -> Int {
        guard next < end else { throw atEnd(type) }
        reader.note(next, currentIndex, in: array)
        return next
    }

    /// Moves past an element that was read.
    @inline(__always) private mutating func advance() {
        next = reader.tape.next(next)
        currentIndex &+= 1
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
        guard reader.kind(of: next) == .null else { return false }
        next += 2
        currentIndex += 1
        return true
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool {
        let value = try reader.bool(try upcoming(type), in: array)
        advance()
        return value
    }

    mutating func decode(_ type: String.Type) throws -> String {
        let value = try reader.string(try upcoming(type), in: array)
        advance()
        return value
    }

    mutating func decode(_ type: Double.Type) throws -> Double {
        let value = try reader.double(try upcoming(type), in: array)
        advance()
        return value
    }

    mutating func decode(_ type: Float.Type) throws -> Float {
        let value = try reader.floatingPoint(type, try upcoming(type), in: array)
        advance()
        return value
    }

    mutating func decode(_ type: Int.Type) throws -> Int {
        let value = try reader.integer(type, try upcoming(type), in: array)
        advance()
        return value
    }

    mutating func decode(_ type: Int8.Type) throws -> Int8 {
        let value = try reader.integer(type, try upcoming(type), in: array)
        advance()
        return value
    }

    mutating func decode(_ type: Int16.Type) throws -> Int16 {
        let value = try reader.integer(type, try upcoming(type), in: array)
        advance()
        return value
    }

    mutating func decode(_ type: Int32.Type) throws -> Int32 {
        let value = try reader.integer(type, try upcoming(type), in: array)
        advance()
        return value
    }

    mutating func decode(_ type: Int64.Type) throws -> Int64 {
        let value = try reader.integer(type, try upcoming(type), in: array)
        advance()
        return value
    }

    mutating func decode(_ type: Int128.Type) throws -> Int128 {
        let value = try reader.integer(type, try upcoming(type), in: array)
        advance()
        return value
    }

    mutating func decode(_ type: UInt.Type) throws -> UInt {
        let value = try reader.integer(type, try upcoming(type), in: array)
        advance()
        return value
    }

    mutating func decode(_ type: UInt8.Type) throws -> UInt8 {
        let value = try reader.integer(type, try upcoming(type), in: array)
        advance()
        return value
    }

    mutating func decode(_ type: UInt16.Type) throws -> UInt16 {
        let value = try reader.integer(type, try upcoming(type), in: array)
        advance()
        return value
    }

    mutating func decode(_ type: UInt32.Type) throws -> UInt32 {
        let value = try reader.integer(type, try upcoming(type), in: array)
        advance()
        return value
    }

    mutating func decode(_ type: UInt64.Type) throws -> UInt64 {
        let value = try reader.integer(type, try upcoming(type), in: array)
        advance()
        return value
    }

    mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
        let value = try reader.integer(type, try upcoming(type), in: array)
        advance()
        return value
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let value = try reader.decode(type, try upcoming(type), in: array)
        advance()
        return value
    }

    // MARK: - Containers

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        let container = try place(of: [String: Any].self).container(keyedBy: type)
        advance()
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try place(of: [Any].self).unkeyedContainer()
        advance()
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let decoder = try place(of: (any Decoder).self)
        advance()
        return decoder
    }

    private func place(of type: any Any.Type) throws -> JSONReaderPlace {
        JSONReaderPlace(reader: reader, value: try upcoming(type), parent: array)
    }
}
