/// The members of one object, without their values.
extension JSONReader {
    /// The members of the object that `line` spells; nil where it spells none, or a key has escapes.
    static func members(of line: UnsafeBufferPointer<UInt8>) -> [JSONMember]? {
        let reader = pool.take() ?? JSONReader()
        defer { reader.rest() }
        guard reader.open(line, [:]), reader.kind(of: 0) == .object else { return nil }
        return reader.members()
    }

    private func members() -> [JSONMember]? {
        var members: [JSONMember] = []
        members.reserveCapacity(8)
        var index = 2
        let end = tape.end(0)
        while index < end {
            guard kind(of: index) == .key else { return nil }
            let start = tape.place(index)
            let key = start..<start &+ KeyWord.length(tape.words[index &+ 1])
            members.append(JSONMember(key: key, isPlain: true, value: range(of: index &+ 2)))
            index = tape.next(index &+ 2)
        }
        return members
    }

    /// Where a value stands in the text, from its first byte to behind its last. Of arrays, before they are read from.
    private func range(of value: Int) -> Range<Int> {
        let place = tape.place(value)
        let second = Int(truncatingIfNeeded: tape.words[value &+ 1])
        switch kind(of: value) {
        case .null, .yes: return place..<place &+ 4
        case .no: return place..<place &+ 5
        case .int:
            // One digit at least, and a sign.
            var end = place &+ 1
            while end < count, bytes[end] &- UInt8(ascii: "0") < 10 { end &+= 1 }
            return place..<end
        case .number: return place..<place &+ second
        case .string, .escaped, .key, .escapedKey: return place &- 1..<place &+ second &+ 1
        case .object, .array, .end: return place..<tape.place(tape.end(value) &+ 2)
        }
    }
}
