extension JSONReader {
    func codingPath(of value: Int, in parent: Int) -> [any CodingKey] {
        var path: [any CodingKey] = []
        var (value, parent) = (value, parent)
        // The root is at 0.
        while value != 0 {
            if value == missing {
                path.append(JSONKey.super)
            } else if kind(of: parent) == .object {
                path.append(JSONKey(stringValue: tape.key(value - 2)))
            } else {
                path.append(JSONKey(index: ordinal(of: value, in: parent)))
            }
            value = parent
            parent = tape.offset(tape.end(parent))
        }
        return path.reversed()
    }

    private func ordinal(of value: Int, in array: Int) -> Int {
        let end = tape.end(array)
        if tape.words[end + 3] == UInt64(value) { return tape.offset(end + 2) }
        var index = array + 2
        var ordinal = 0
        while index < value {
            index = tape.next(index)
            ordinal += 1
        }
        return ordinal
    }

    /// So that an error need not count the elements before.
    @inline(__always) func setCurrentElement(_ value: Int, _ ordinal: Int, in array: Int) {
        let end = tape.end(array)
        tape.words[end &+ 2] = UInt64(JSONTape.Kind.end.rawValue) &<< 56 | UInt64(truncatingIfNeeded: ordinal)
        tape.words[end &+ 3] = UInt64(truncatingIfNeeded: value)
    }

    func keepPath(of error: any Error, _ value: Int, in parent: Int) {
        if failurePath == nil, !(error is DecodingError) { failurePath = codingPath(of: value, in: parent) }
    }

    func mismatch(_ type: any Any.Type, _ value: Int, in parent: Int) -> DecodingError {
        let path = codingPath(of: value, in: parent)
        guard kind(of: value) != .null else {
            return .valueNotFound(
                type,
                DecodingError.Context(
                    codingPath: path, debugDescription: "Cannot get value of type \(type) -- found null value instead"))
        }
        return .typeMismatch(
            type,
            DecodingError.Context(
                codingPath: path, debugDescription: "Expected to decode \(type) but found \(name(of: value)) instead."))
    }

    func corrupted(_ value: Int, in parent: Int, _ reason: String) -> DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: codingPath(of: value, in: parent), debugDescription: reason))
    }

    func unfit(_ number: String, _ type: any Any.Type, _ value: Int, in parent: Int) -> DecodingError {
        corrupted(value, in: parent, "the number \(number) does not fit \(type)")
    }

    func missing(_ key: some CodingKey, _ object: Int) -> DecodingError {
        .keyNotFound(
            key,
            DecodingError.Context(
                codingPath: codingPath(of: object, in: tape.offset(tape.end(object))),
                debugDescription: "No value associated with key \(key) (\"\(key.stringValue)\")."))
    }

    private func name(of value: Int) -> String {
        switch kind(of: value) {
        case .null: "null"
        case .yes, .no: "bool"
        case .int, .number: "number"
        case .string, .escaped, .key, .escapedKey: "a string"
        case .object: "a dictionary"
        case .array, .end: "an array"
        }
    }
}

extension JSONReader {
    func keys(at location: JSONLocation) -> [String]? {
        let (value, exists) = tape.value(at: location)
        guard exists, kind(of: value) == .object else { return nil }
        return tape.keys(of: value, upTo: tape.end(value)).map { tape.key($0) }
    }

    /// The case that one edit makes of `name`. An enum cannot be asked for its cases, only whether it has one of a name.
    func nearestCase(to name: String) -> String? {
        guard let isCase, name.utf8.count <= 64 else { return nil }
        let name = Array(name.utf8)
        for place in 0...name.count {
            for end in place...min(place + 2, name.count) {
                // Of ASCII; the slash inserts nothing, and two characters change places.
                for letter in UInt8(ascii: "/")...UInt8(ascii: "z") {
                    let isSwap = end == place + 2
                    let inserted = letter == UInt8(ascii: "/") ? [] : [letter]
                    var edited = name
                    edited.replaceSubrange(place..<end, with: isSwap ? name[place..<end].reversed() : inserted)
                    let text = String(decoding: edited, as: UTF8.self)
                    if isCase(text) { return text }
                }
            }
        }
        return nil
    }
}
