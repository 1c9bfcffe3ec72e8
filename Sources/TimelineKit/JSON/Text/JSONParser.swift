/// Strict: RFC 8259, valid UTF-8, unique keys, at most 128 levels. Throws the first error in the text, except that a repeated
/// key is found at the end of its object.
package struct JSONParser: ~Copyable {
    static let depthLimit = 128

    package let bytes: UnsafePointer<UInt8>
    package let end: Int
    package var tape: JSONTape
    package var offset = 0
    package var depth = 0

    /// `text` must not move or change while the tape is read.
    package static func parse(
        _ text: UnsafeBufferPointer<UInt8>, into tape: inout JSONTape, isPrefix: Bool = false
    ) throws(JSONError) {
        guard let bytes = text.baseAddress else { throw JSONError(at: 0, in: text, expected: "a value") }
        tape.start(bytes, text.count)
        var parser = JSONParser(bytes: bytes, end: text.count, tape: tape)
        do throws(JSONError) { try parser.parse(isPrefix: isPrefix) } catch {
            tape = parser.finish()
            throw error
        }
        tape = parser.finish()
    }

    package init(bytes: UnsafePointer<UInt8>, end: Int, tape: consuming JSONTape) {
        self.bytes = bytes
        self.end = end
        self.tape = tape
    }

    package consuming func finish() -> JSONTape { tape }

    /// Parses the value at the offset.
    package mutating func parse(isPrefix: Bool) throws(JSONError) {
        let outside = depth
        while true {
            // Parses a value.
            skipSpace()
            guard offset < end else { throw unexpected("a value") }
            tape.reserve()
            switch bytes[offset] {
            case UInt8(ascii: "\""): try string()
            case UInt8(ascii: "{"):
                try open(.object)
                if !take(UInt8(ascii: "}")) {
                    try key()
                    continue
                }
                close(.object)
            case UInt8(ascii: "["):
                try open(.array)
                if !take(UInt8(ascii: "]")) { continue }
                close(.array)
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
            case UInt8(ascii: "t"): try word("true", .yes)
            case UInt8(ascii: "f"): try word("false", .no)
            case UInt8(ascii: "n"): try word("null", .null)
            default: throw unexpected("a value")
            }
            // Parses what follows a value.
            while true {
                skipSpace()
                guard depth > outside else {
                    guard isPrefix || offset == end else { throw unexpected("the end") }
                    return
                }
                let isObject = tape.levels[depth &- 1].isObject
                if take(UInt8(ascii: ",")) {
                    if isObject {
                        skipSpace()
                        tape.reserve()
                        try key()
                    }
                    break
                }
                guard take(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
                    throw unexpected(isObject ? "a comma or }" : "a comma or ]")
                }
                if isObject, !tape.levels[depth &- 1].isAscending { try requireUniqueKeys(tape.levels[depth &- 1]) }
                tape.reserve()
                close(isObject ? .object : .array)
            }
        }
    }

    @inline(__always) package mutating func open(_ kind: JSONTape.Kind) throws(JSONError) {
        guard depth < Self.depthLimit else { throw JSONError(byte: offset, .depth(limit: Self.depthLimit)) }
        if depth == tape.levelCapacity { tape.growLevels() }
        (tape.levels + depth).initialize(to: JSONTape.Level(start: tape.count, isObject: kind == .object))
        depth &+= 1
        tape.append(kind, depth: depth, offset, 0)
        offset &+= 1
        skipSpace()
    }

    @inline(__always) package mutating func close(_ kind: JSONTape.Kind) {
        depth &-= 1
        let start = tape.levels[depth].start
        let parent = depth > 0 ? tape.levels[depth &- 1].start : 0
        // The search for a key starts at the first member.
        tape.append(.end, parent, UInt64(truncatingIfNeeded: start &+ 2))
        tape.append(.end, offset, 0)
        tape.words[start &+ 1] = UInt64(truncatingIfNeeded: tape.count)
    }

    @inline(__always) package mutating func take(_ byte: UInt8) -> Bool {
        guard offset < end, bytes[offset] == byte else { return false }
        offset &+= 1
        return true
    }

    @inline(__always) package mutating func skipSpace() {
        while offset < end, bytes[offset] <= 0x20 {
            switch bytes[offset] {
            case 0x20, 0x0A, 0x0D, 0x09: offset &+= 1
            default: return
            }
        }
    }

    @inline(never) package func unexpected(_ expected: String) -> JSONError {
        JSONError(at: offset, in: UnsafeBufferPointer(start: bytes, count: end), expected: expected)
    }

    // MARK: - Keys

    @inline(__always) private mutating func key() throws(JSONError) {
        guard take(UInt8(ascii: "\"")) else { throw unexpected("a key in quotes") }
        let start = offset
        let isPlain = try skipString()
        let length = offset &- 1 &- start
        guard UInt64(truncatingIfNeeded: length) <= JSONTape.keyLengthLimit else {
            throw JSONError(byte: start &- 1, .keyLength(limit: JSONTape.keyLengthLimit))
        }
        skipSpace()
        guard take(UInt8(ascii: ":")) else { throw unexpected("a colon after the key") }
        let level = tape.levels + (depth &- 1)
        let prefix: UInt64
        if isPlain {
            prefix = ByteWord.prefix(bytes + start, length, in: end &- start)
            tape.append(.key, depth: depth, start, JSONTape.keyHash(bytes + start, length, prefix))
        } else {
            prefix = appendEscapedKey(start, length)
        }
        if level.pointee.count > 0, level.pointee.isAscending, prefix <= level.pointee.lastPrefix {
            level.pointee.isAscending =
                prefix == level.pointee.lastPrefix && tape.isKey(level.pointee.lastKey, before: tape.count &- 2)
        }
        level.pointee.lastPrefix = prefix
        level.pointee.lastKey = tape.count &- 2
        level.pointee.count &+= 1
    }

    @inline(never) private mutating func appendEscapedKey(_ start: Int, _ length: Int) -> UInt64 {
        let key = StringEscapes.decoded(UnsafeBufferPointer(start: bytes + start, count: length))
        return key.withUnsafeBufferPointer { key in
            guard let first = key.baseAddress else { preconditionFailure("every escape is a character") }
            let prefix = ByteWord.prefix(first, key.count)
            tape.append(.escapedKey, depth: depth, start, JSONTape.keyHash(first, key.count, prefix))
            return prefix
        }
    }

    /// The innermost object has all its members.
    @inline(never) private func requireUniqueKeys(_ level: JSONTape.Level) throws(JSONError) {
        guard let repeated = level.count > 16 ? repeatedKeyOfMany(level) : repeatedKeyOfFew(level) else { return }
        throw JSONError(byte: tape.offset(repeated) - 1, .duplicate(key: tape.key(repeated)))
    }

    private func repeatedKeyOfFew(_ level: JSONTape.Level) -> Int? {
        let first = level.start &+ 2
        var later = tape.next(first &+ 2)
        while later < tape.count {
            let hash = tape.words[later &+ 1]
            var earlier = first
            while earlier < later {
                if tape.words[earlier &+ 1] == hash, tape.isSameKey(earlier, later) { return later }
                earlier = tape.next(earlier &+ 2)
            }
            later = tape.next(later &+ 2)
        }
        return nil
    }

    private func repeatedKeyOfMany(_ level: JSONTape.Level) -> Int? {
        let keys = tape.sortedKeys(of: level.start, upTo: tape.count)
        return zip(keys, keys.dropFirst()).filter { tape.isSameKey($0, $1) }.map(\.1).min()
    }
}
