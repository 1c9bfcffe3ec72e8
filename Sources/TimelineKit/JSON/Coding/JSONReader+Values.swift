/// Values are given by their index on the tape, and by the index of their container.
extension JSONReader {
    enum Form {
        case container
        case array(any JSONDecodableArray.Type)
    }

    func decode<Value: Decodable>(_ type: Value.Type, _ value: Int, in parent: Int) throws -> Value {
        // A value of the same type as the last one needs no look-up.
        guard ObjectIdentifier(Value.self) == lastType else { return try decodeOther(type, value, in: parent) }
        return try decodeContainer(type, value, in: parent)
    }

    @inline(__always)
    private func decodeContainer<Value: Decodable>(_ type: Value.Type, _ value: Int, in parent: Int) throws -> Value {
        do {
            let decoded = try Value(from: JSONValueDecoder(reader: self, value: value, parent: parent))
            if failurePath != nil { failurePath = nil }
            return decoded
        } catch {
            keepPath(of: error, value, in: parent)
            throw error
        }
    }

    @inline(never)
    private func decodeOther<Value: Decodable>(_ type: Value.Type, _ value: Int, in parent: Int) throws -> Value {
        switch forms[ObjectIdentifier(Value.self)] {
        case .container:
            lastType = ObjectIdentifier(Value.self)
            return try decodeContainer(type, value, in: parent)
        case .array(let array):
            func elements<Elements: JSONDecodableArray>(_ type: Elements.Type) throws -> Value {
                unsafeBitCast(try Elements.decoded(by: self, value, in: parent), to: Value.self)
            }
            let decoded = try elements(array)
            if failurePath != nil { failurePath = nil }
            return decoded
        case nil: return try decodeKnown(type, value, in: parent)
        }
    }

    @inline(never)
    private func decodeKnown<Value: Decodable>(_ type: Value.Type, _ value: Int, in parent: Int) throws -> Value {
        func from<Known>(_ known: Known) -> Value { unsafeBitCast(known, to: Value.self) }

        if Value.self == String.self { return from(try string(value, in: parent)) }
        if Value.self == Int.self { return from(try integer(Int.self, value, in: parent)) }
        if Value.self == Double.self { return from(try double(value, in: parent)) }
        if Value.self == Bool.self { return from(try bool(value, in: parent)) }
        if Value.self == [String].self {
            return from(try elements([String].self, value, in: parent) { try string($0, in: value) })
        }
        if Value.self == [Int].self {
            return from(try elements([Int].self, value, in: parent) { try integer(Int.self, $0, in: value) })
        }
        if Value.self == [Double].self {
            return from(try elements([Double].self, value, in: parent) { try double($0, in: value) })
        }
        if let value = try foundationValue(type, value, in: parent) ?? number(type, value, in: parent) { return value }
        let form = (Value.self as? any JSONDecodableArray.Type).map { Form.array($0) } ?? .container
        forms.add(form, ObjectIdentifier(Value.self))
        return try decodeOther(type, value, in: parent)
    }

    private func number<Value: Decodable>(_ type: Value.Type, _ value: Int, in parent: Int) throws -> Value? {
        func from<Known>(_ known: Known) -> Value { unsafeBitCast(known, to: Value.self) }

        if Value.self == Int64.self { return from(try integer(Int64.self, value, in: parent)) }
        if Value.self == UInt8.self { return from(try integer(UInt8.self, value, in: parent)) }
        if Value.self == UInt64.self { return from(try integer(UInt64.self, value, in: parent)) }
        if Value.self == Int32.self { return from(try integer(Int32.self, value, in: parent)) }
        if Value.self == UInt.self { return from(try integer(UInt.self, value, in: parent)) }
        if Value.self == UInt32.self { return from(try integer(UInt32.self, value, in: parent)) }
        if Value.self == Float.self { return from(try floatingPoint(Float.self, value, in: parent)) }
        if Value.self == Int16.self { return from(try integer(Int16.self, value, in: parent)) }
        if Value.self == UInt16.self { return from(try integer(UInt16.self, value, in: parent)) }
        if Value.self == Int8.self { return from(try integer(Int8.self, value, in: parent)) }
        return nil
    }

    @inline(__always)
    private func elements<Element>(
        _ type: [Element].Type, _ array: Int, in parent: Int, _ element: (Int) throws -> Element
    ) throws -> [Element] {
        try requireArray(array, in: parent)
        var elements: [Element] = []
        var index = array &+ 2
        let end = tape.end(array)
        while index < end {
            elements.append(try element(index))
            index = tape.next(index)
        }
        return elements
    }

    @inline(__always) func requireArray(_ value: Int, in parent: Int) throws {
        guard !tape.isKind(value, .array) else { return }
        throw noContainer([Any].self, "unkeyed", value, in: parent)
    }

    @inline(__always) func requireObject(_ value: Int, in parent: Int) throws {
        guard !tape.isKind(value, .object) else { return }
        throw noContainer([String: Any].self, "keyed", value, in: parent)
    }

    @inline(never) private func noContainer(
        _ type: any Any.Type, _ kind: String, _ value: Int, in parent: Int
    ) -> DecodingError {
        guard self.kind(of: value) == .null else { return mismatch(type, value, in: parent) }
        return .valueNotFound(
            type,
            DecodingError.Context(
                codingPath: codingPath(of: value, in: parent),
                debugDescription: "Cannot get \(kind) decoding container -- found null value instead"))
    }
}
