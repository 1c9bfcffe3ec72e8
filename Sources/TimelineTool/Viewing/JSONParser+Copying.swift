internal import TimelineKit

extension JSONParser {
    /// Up to where the text is equal to the other one, in which offsets are smaller by `moved`.
    private typealias Equal = (moved: Int, upTo: Int)

    /// Parses a text that is much like one that was parsed before: the entries of equal values are copied from its tape.
    static func parse(
        _ text: UnsafeBufferPointer<UInt8>, like other: borrowing JSONTape
    ) throws(JSONError) -> JSONTape {
        guard let bytes = text.baseAddress else { return try JSONTape(text) }
        var tape = JSONTape(capacity: max(64, text.count / 3))
        tape.start(bytes, text.count)
        var parser = JSONParser(bytes: bytes, end: text.count, tape: tape)
        var equal = (moved: 0, upTo: 0)
        try parser.copy(0, of: other, &equal)
        parser.skipSpace()
        guard parser.offset == parser.end else { throw parser.unexpected("the end") }
        return parser.finish()
    }

    /// Takes the value at the offset, which may be like another one.
    private mutating func copy(_ value: Int, of other: borrowing JSONTape, _ equal: inout Equal) throws(JSONError) {
        let old = other.range(of: value)
        let moved = offset - old.lowerBound
        if equal.moved != moved || equal.upTo <= offset {
            let rest = UnsafeBufferPointer(start: bytes + offset, count: end - offset)
            let others = UnsafeBufferPointer(
                start: other.text + old.lowerBound, count: other.textLength - old.lowerBound)
            equal = (moved, offset + ByteWord.commonPrefix(rest, others))
        }
        let (start, count, outside) = (offset, tape.count, depth)
        let past = offset + old.count
        // A number may go on.
        if past <= equal.upTo, past == end || ",]}".utf8.contains(bytes[past]) {
            tape.copy(value, of: other, offsetBy: moved, into: depth > 0 ? tape.levels[depth - 1].start : 0)
            offset = past
        } else if try !copyParts(of: value, other, &equal) {
            (offset, tape.count, depth) = (start, count, outside)
            try parse(isPrefix: true)
        }
    }

    /// Returns false if it is no object with the same keys, and no array.
    private mutating func copyParts(
        of value: Int, _ other: borrowing JSONTape, _ equal: inout Equal
    ) throws(JSONError) -> Bool {
        let kind = other.kind(value)
        guard kind == .object || kind == .array, offset < end, bytes[offset] == other.text[other.offset(value)] else {
            return false
        }
        tape.reserve()
        try open(kind)
        var (part, isFirst) = (value + 2, true)
        while part < other.end(value), isFirst || take(UInt8(ascii: ",")) {
            if kind == .object {
                guard copyKey(part, of: other) else { return false }
                part += 2
            } else if isFirst, offset < end, bytes[offset] == UInt8(ascii: "]") {
                break
            }
            isFirst = false
            try copy(part, of: other, &equal)
            part = other.next(part)
        }
        while kind == .array, !isFirst, take(UInt8(ascii: ",")) { try parse(isPrefix: true) }
        guard part == other.end(value) || kind == .array, take(kind == .object ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        else { return false }
        tape.reserve()
        close(kind)
        return true
    }

    /// With its colon. Returns false if another key is there.
    private mutating func copyKey(_ key: Int, of other: borrowing JSONTape) -> Bool {
        let old = other.range(of: key)
        let rest = UnsafeBufferPointer(start: bytes + offset, count: end - offset)
        let others = UnsafeBufferPointer(start: other.text + old.lowerBound, count: old.count + 1)
        guard ByteWord.commonPrefix(rest, others) == others.count, bytes[offset + old.count] == UInt8(ascii: ":") else {
            return false
        }
        tape.reserve()
        tape.append(other.kind(key), depth: depth, offset + 1, other.words[key + 1])
        offset += others.count
        return true
    }
}

extension JSONTape {
    /// Appends the entries of a value in the same number of containers, in whose text offsets are smaller by `bytes`.
    fileprivate mutating func copy(
        _ value: Int, of other: borrowing JSONTape, offsetBy bytes: Int, into parent: Int
    ) {
        let (past, start) = (other.next(value), count)
        while count + past - value > capacity { grow() }
        let (moved, by) = (UInt64(truncatingIfNeeded: bytes), UInt64(truncatingIfNeeded: count - value))
        let (object, end) = (UInt64(Kind.object.rawValue), UInt64(Kind.end.rawValue))
        var (source, target) = (other.words + value, words + count)
        while source < other.words + past {
            let kind = source[0] >> 56
            // An end is two entries, and the first of them has indexes alone.
            target.initialize(to: source[0] &+ (kind == end ? by : moved))
            (target + 1).initialize(to: source[1] &+ (kind >= object ? by : 0))
            if kind == end {
                (source, target) = (source + 2, target + 2)
                target.initialize(to: source[0] &+ moved)
                (target + 1).initialize(to: source[1])
            }
            (source, target) = (source + 2, target + 2)
        }
        count += past - value
        if count > start + 2 { words[count - Self.endLength] = end << 56 | UInt64(parent) }
    }
}
