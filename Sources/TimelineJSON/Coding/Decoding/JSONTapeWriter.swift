/// Makes the tape of a text.
///
/// It only tells whether the text is sound: what is wrong with one that is not, `JSONScanner` says.
struct JSONTapeWriter {
    /// An array or object that is open.
    struct Level {
        /// Where it stands on the tape.
        var start: Int
        /// Where its last key stands on the tape.
        var lastKey = 0
        /// The first bytes of that.
        var lastPrefix: UInt64 = 0
        var count = 0
        /// Whether each key comes after the one before it: then none stands twice.
        var isAscending = true
    }

    let bytes: UnsafePointer<UInt8>
    let end: Int
    var tape: JSONTape
    var place = 0
    private let levels: UnsafeMutablePointer<Level>
    private var depth = 0
    /// Whether only the value counts that the text begins with.
    private let isBeginning: Bool

    /// Writes the tape of `text`, from its beginning.
    ///
    /// - Parameter isBeginning: Whether other text may follow the value.
    /// - Returns: Whether the text is sound.
    static func write(
        _ tape: inout JSONTape, of text: UnsafeBufferPointer<UInt8>, isBeginning: Bool = false
    ) -> Bool {
        guard let bytes = text.baseAddress else { return false }
        return withUnsafeTemporaryAllocation(of: Level.self, capacity: JSONScanner.depthLimit + 1) { levels in
            guard let levels = levels.baseAddress else { return false }
            tape.clear(forLength: text.count)
            var writer = JSONTapeWriter(
                bytes: bytes, end: text.count, tape: tape, levels: levels, isBeginning: isBeginning)
            let isSound = writer.write()
            tape = writer.tape
            return isSound
        }
    }

    private init(
        bytes: UnsafePointer<UInt8>, end: Int, tape: JSONTape, levels: UnsafeMutablePointer<Level>,
        isBeginning: Bool
    ) {
        self.isBeginning = isBeginning
        self.bytes = bytes
        self.end = end
        self.tape = tape
        self.levels = levels
    }

    private mutating func write() -> Bool {
        while true {
            // A value is due.
            skipSpace()
            guard place < end else { return false }
            tape.reserve()
            switch bytes[place] {
            case UInt8(ascii: "\""):
                guard string() else { return false }
            case UInt8(ascii: "{"):
                guard open(.object) else { return false }
                if !isNext(UInt8(ascii: "}")) {
                    guard key() else { return false }
                    continue
                }
                close(.object)
            case UInt8(ascii: "["):
                guard open(.array) else { return false }
                if !isNext(UInt8(ascii: "]")) { continue }
                close(.array)
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                guard number() else { return false }
            case UInt8(ascii: "t"):
                guard word("true", .yes) else { return false }
            case UInt8(ascii: "f"):
                guard word("false", .no) else { return false }
            case UInt8(ascii: "n"):
                guard word("null", .null) else { return false }
            default: return false
            }
            // A value was taken.
            while true {
                skipSpace()
                guard depth > 0 else { return isBeginning || place == end }
                guard place < end else { return false }
                let byte = bytes[place]
                place &+= 1
                let isObject = tape.kind(levels[depth &- 1].start) == .object
                if byte == UInt8(ascii: ",") {
                    if isObject {
                        skipSpace()
                        tape.reserve()
                        guard key() else { return false }
                    }
                    break
                }
                guard byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else { return false }
                if isObject, !levels[depth &- 1].isAscending, hasDuplicates(levels[depth &- 1]) { return false }
                tape.reserve()
                close(isObject ? .object : .array)
            }
        }
    }

    @inline(__always) private mutating func open(_ kind: JSONTape.Kind) -> Bool {
        guard depth < JSONScanner.depthLimit else { return false }
        (levels + depth).initialize(to: Level(start: tape.count))
        depth &+= 1
        tape.append(kind, place, 0)
        place &+= 1
        skipSpace()
        return true
    }

    /// Takes `byte` where it is next.
    @inline(__always) private mutating func isNext(_ byte: UInt8) -> Bool {
        guard place < end, bytes[place] == byte else { return false }
        place &+= 1
        return true
    }

    @inline(__always) private mutating func close(_ kind: JSONTape.Kind) {
        depth &-= 1
        let start = levels[depth].start
        let parent = depth > 0 ? levels[depth &- 1].start : 0
        // What was found last is the first member.
        tape.append(.end, parent, UInt64(truncatingIfNeeded: start &+ 2))
        tape.append(.end, place, 0)
        tape.words[start &+ 1] = UInt64(truncatingIfNeeded: tape.count)
    }

    // MARK: - Keys

    /// Takes a key and its colon.
    @inline(__always) private mutating func key() -> Bool {
        guard isNext(UInt8(ascii: "\"")) else { return false }
        let start = place
        guard let isPlain = skipString() else { return false }
        let length = place &- 1 &- start
        skipSpace()
        guard isNext(UInt8(ascii: ":")) else { return false }
        let level = levels + (depth &- 1)
        let word: UInt64
        let prefix: UInt64
        if isPlain {
            prefix = ByteWord.prefix(bytes + start, length)
            word = KeyWord.of(bytes + start, length, prefix)
            tape.append(.key, start, word)
        } else {
            (prefix, word) = appendEscapedKey(start, length)
        }
        guard length <= KeyWord.longest else { return false }
        if level.pointee.count > 0, level.pointee.isAscending, prefix <= level.pointee.lastPrefix {
            level.pointee.isAscending =
                prefix == level.pointee.lastPrefix && comesAfter(tape.count &- 2, level.pointee.lastKey)
        }
        level.pointee.lastPrefix = prefix
        level.pointee.lastKey = tape.count &- 2
        level.pointee.count &+= 1
        return true
    }

    @inline(never) private mutating func appendEscapedKey(_ start: Int, _ length: Int) -> (UInt64, UInt64) {
        let raw = UnsafeBufferPointer(start: bytes + start, count: length)
        let text = JSONScanner.unescaped(raw)
        return text.withUnsafeBufferPointer { text in
            let keyPlace = tape.keep(text)
            guard let first = text.baseAddress else { preconditionFailure("an escape stands for no byte") }
            let prefix = ByteWord.prefix(first, text.count)
            let word = KeyWord.of(first, text.count, prefix)
            tape.append(.escapedKey, keyPlace, word)
            return (prefix, word)
        }
    }

    /// Whether the key at `one` comes after that at `other`.
    @inline(never) private func comesAfter(_ one: Int, _ other: Int) -> Bool {
        tape.withKey(other, bytes) { b in tape.withKey(one, bytes) { a in b.lexicographicallyPrecedes(a) } }
    }

    @inline(never) private func hasDuplicates(_ level: Level) -> Bool {
        if level.count > 16 { return manyHaveDuplicates(level) }
        var one = level.start &+ 2
        while one < tape.count {
            let word = tape.words[one &+ 1]
            var other = tape.next(one &+ 2)
            let next = other
            while other < tape.count {
                if tape.words[other &+ 1] == word, isSame(one, other) { return true }
                other = tape.next(other &+ 2)
            }
            one = next
        }
        return false
    }

    private func manyHaveDuplicates(_ level: Level) -> Bool {
        var keys: [Int] = []
        keys.reserveCapacity(level.count)
        var index = level.start + 2
        while index < tape.count {
            keys.append(index)
            index = tape.next(index + 2)
        }
        keys.sort { comesAfter($1, $0) }
        return zip(keys, keys.dropFirst()).contains { isSame($0, $1) }
    }

    private func isSame(_ one: Int, _ other: Int) -> Bool {
        tape.withKey(one, bytes) { a in tape.withKey(other, bytes) { b in a.elementsEqual(b) } }
    }
}
