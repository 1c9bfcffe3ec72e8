/// The members of one object, without their values.
extension JSONReader {
    /// The keys of the object that `line` spells, each with the range of its value in `line`; nil where it spells none.
    static func members(of line: UnsafeBufferPointer<UInt8>) -> [(key: String, value: Range<Int>)]? {
        let reader = pool.take() ?? JSONReader()
        defer { reader.rest() }
        guard reader.open(line, [:]), reader.kind(of: 0) == .object else { return nil }
        var members: [(key: String, value: Range<Int>)] = []
        var index = 2
        let end = reader.tape.end(0)
        while index < end {
            members.append((reader.key(at: index), reader.range(of: index + 2)))
            index = reader.tape.next(index + 2)
        }
        return members
    }

    /// Where a value stands in the text, from its first byte to behind its last. Of arrays, before they are read from.
    private func range(of value: Int) -> Range<Int> {
        let place = tape.place(value)
        let second = Int(truncatingIfNeeded: tape.words[value + 1])
        switch kind(of: value) {
        case .null, .yes: return place..<place + 4
        case .no: return place..<place + 5
        case .int:
            // One digit at least, and a sign.
            var end = place + 1
            while end < count, bytes[end] >= UInt8(ascii: "0"), bytes[end] <= UInt8(ascii: "9") { end += 1 }
            return place..<end
        case .number: return place..<place + second
        case .string, .escaped, .key, .escapedKey: return place - 1..<place + second + 1
        case .object, .array, .end: return place..<tape.place(tape.end(value) + 2)
        }
    }
}
