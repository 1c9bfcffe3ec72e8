extension JSON {
    package init(parsing text: some Sequence<UInt8>) throws(JSONError) {
        self = try withContiguousBytes(text) { (text) throws(JSONError) in try JSON(parsing: text) }
    }

    package init(parsing text: String) throws(JSONError) { self = try JSON(parsing: text.utf8) }

    package init(parsing text: UnsafeBufferPointer<UInt8>) throws(JSONError) {
        let tape = try JSONTape(text)
        self.init(tape, at: 0)
    }

    /// The value that `text` begins with; nil if it does not begin with one.
    package init?(beginningOf text: UnsafeBufferPointer<UInt8>) {
        var tape = JSONTape()
        do throws(JSONError) { try JSONParser.parse(text, into: &tape, isPrefix: true) } catch { return nil }
        self.init(tape, at: 0)
    }

    package init(_ tape: borrowing JSONTape, at index: Int) {
        switch tape.kind(index) {
        case .null: self = .null
        case .yes: self = .bool(true)
        case .no: self = .bool(false)
        case .int, .number: self = .number(JSONNumber(unchecked: tape.numberText(index)))
        case .string, .escaped: self = .string(tape.string(index))
        case .array:
            var elements: [JSON] = []
            var element = index + 2
            let end = tape.end(index)
            while element < end {
                elements.append(JSON(tape, at: element))
                element = tape.next(element)
            }
            self = .array(elements)
        case .object:
            var members: [JSONObject.Member] = []
            var key = index + 2
            let end = tape.end(index)
            while key < end {
                members.append(JSONObject.Member(key: tape.key(key), value: JSON(tape, at: key + 2)))
                key = tape.next(key + 2)
            }
            self = .object(JSONObject(unique: members))
        case .key, .escapedKey, .end: preconditionFailure("no value begins at \(index)")
        }
    }
}

func withContiguousBytes<Result, Failure: Error>(
    _ text: some Sequence<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
) throws(Failure) -> Result {
    func run(_ bytes: UnsafeBufferPointer<UInt8>) -> Swift.Result<Result, Failure> {
        .init { () throws(Failure) in try body(bytes) }
    }
    return try (text.withContiguousStorageIfAvailable(run) ?? Array(text).withUnsafeBufferPointer(run)).get()
}
