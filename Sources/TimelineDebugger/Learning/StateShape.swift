internal import TimelineKit

/// What a search sees of a state: which paths it has, a hash of the values at each, and a hash of an abstraction of them, in which
/// booleans, short enumerations and small numbers are exact, and longer texts and larger numbers are orders of magnitude. The
/// elements of an array share one path.
struct StateShape: Sendable {
    fileprivate(set) var paths: [UInt64] = []
    fileprivate(set) var values: [UInt64] = []
    fileprivate(set) var abstraction: UInt64 = 0

    /// The hashes of the paths whose values differ.
    func changedPaths(since earlier: StateShape) -> [UInt64] {
        if paths == earlier.paths { return paths.indices.filter { values[$0] != earlier.values[$0] }.map { paths[$0] } }
        var old: [UInt64: UInt64] = [:]
        for (path, value) in zip(earlier.paths, earlier.values) { old[path] = value }
        var changed: [UInt64] = []
        for (path, value) in zip(paths, values) where old.removeValue(forKey: path) != value { changed.append(path) }
        return changed + old.keys.sorted()
    }
}

/// Reads the shape from canonical JSON text in one pass, without making values, and the facts with it.
struct StateShapeReader {
    /// More paths than these, such as those of an object with a key for each item, share the last one.
    private static let pathLimit = 512
    private static let nameLimit = 10_000

    private var enumerations: Set<UInt64> = []
    private var slots: [(key: UInt64, stamp: UInt32, index: Int32)] = .init(repeating: (0, 0, 0), count: 4096)
    private var stamp: UInt32 = 0
    private var tokens = 0
    private var first = 0
    private var learned: [UInt64: (texts: Set<UInt64>, count: Int)]? = [:]
    /// Of the last text.
    private(set) var facts = ValueFacts()
    /// Of the paths that were read, and of short texts, with their quotes; nil if they are not wanted.
    var names: [UInt64: String]?

    /// Learns from recorded states which texts are enumerations: few different ones, without a space, each seen twice on average.
    mutating func finishLearning() {
        enumerations = Set((learned ?? [:]).filter { $1.texts.count <= 8 && $1.count >= 2 * $1.texts.count }.keys)
        learned = nil
    }

    mutating func shape(of text: UnsafeBufferPointer<UInt8>) -> StateShape {
        var shape = StateShape()
        stamp &+= 1
        tokens = 0
        var place = 0
        facts = ValueFacts()
        if names?.isEmpty == true { names?[Self.root] = "" }
        _ = read(text, &place, Self.root, owner: nil, &shape)
        return shape
    }

    mutating func facts(of text: JSONText) -> ValueFacts {
        _ = text.bytes.withUnsafeBufferPointer { shape(of: $0) }
        return facts
    }

    private static let root: UInt64 = 0xCBF2_9CE4_8422_2325
    /// `_0`, the name of a value without a label: it is no part of a path.
    private static let unlabeled = "_0".utf8.reduce(root, adding)

    /// Returns a hash of the whole value.
    private mutating func read(
        _ text: UnsafeBufferPointer<UInt8>, _ place: inout Int, _ path: UInt64, owner: Int?, _ shape: inout StateShape
    ) -> UInt64 {
        guard place < text.count else { return 0 }
        var whole: UInt64 = 0
        var traits: ValueFacts.Traits = .isSet
        var number = -1
        switch text[place] {
        case UInt8(ascii: "{"):
            place += 1
            whole = 0x7B
            if text[place] == UInt8(ascii: "}") { note(path, 1, token: 1, &shape) }
            while text[place] != UInt8(ascii: "}") {
                if text[place] == UInt8(ascii: ",") { place += 1 }
                let start = place
                let key = Self.string(text, &place)
                let member = key.hash == Self.unlabeled ? path : Self.mix(path ^ key.hash)
                if names != nil, names?[member] == nil {
                    let name = UnsafeBufferPointer(rebasing: text[(start + 1)..<(place - 1)])
                    let parent = names?[path] ?? ""
                    names?[member] = "\(parent).\(String(decoding: name, as: UTF8.self))"
                }
                // Past the colon.
                place += 1
                let value = read(text, &place, member, owner: owner, &shape)
                whole = Self.mix(whole ^ key.hash) &+ value
            }
            place += 1
        case UInt8(ascii: "["):
            place += 1
            whole = 0x5B
            var count: UInt64 = 0
            let element = Self.mix(path &+ 1)
            if names != nil, names?[element] == nil {
                let parent = names?[path] ?? ""
                names?[element] = "\(parent)[*]"
            }
            while text[place] != UInt8(ascii: "]") {
                if text[place] == UInt8(ascii: ",") { place += 1 }
                whole = Self.mix(whole) &+ read(text, &place, element, owner: owner ?? place, &shape)
                count += 1
            }
            place += 1
            (traits, number) = (count == 0 ? [.isSet, .isEmpty] : [.isSet, .isFull], Int(count))
            note(path, count, token: 16 + Self.magnitude(count), &shape)
        case UInt8(ascii: "\""):
            let string = Self.string(text, &place)
            if learned != nil, string.isWord { learn(path, string.hash) }
            let isEnumeration = string.isWord && enumerations.contains(path)
            let token = isEnumeration ? string.hash : 128 + Self.magnitude(UInt64(string.count))
            whole = Self.mix(string.hash)
            if string.isWord, let count = names?.count, count < Self.nameLimit, names?[whole] == nil {
                let word = UnsafeBufferPointer(rebasing: text[(place - string.count - 2)..<place])
                names?[whole] = String(decoding: word, as: UTF8.self)
            }
            traits = string.count == 0 ? [.isSet, .isEmpty] : [.isSet, .isFull]
            note(path, string.hash, token: token, &shape)
        default:
            let start = place
            var hash = Self.root
            var digits: UInt64 = 0
            var isWhole = true
            while place < text.count, !Self.isEnd(text[place]) {
                let byte = text[place]
                hash = Self.adding(hash, byte)
                if byte &- 48 < 10 {
                    digits = digits &* 10 &+ UInt64(byte &- 48)
                } else if place > start {
                    isWhole = false
                }
                place += 1
            }
            let first = text[start]
            let isNumber = first &- 48 < 10 || first == UInt8(ascii: "-")
            let sign: UInt64 = first == UInt8(ascii: "-") ? 256 : 512
            // Three characters for a fraction: its size is that of its whole part.
            note(path, hash, token: !isNumber ? hash : sign + (isWhole ? Self.magnitude(digits) : 100), &shape)
            whole = hash
            switch first {
            case UInt8(ascii: "n"): traits = .isNil
            case UInt8(ascii: "t"): traits = [.isSet, .isTrue]
            case UInt8(ascii: "f"): traits = [.isSet, .isFalse]
            default:
                traits = digits == 0 && isWhole ? [.isSet, .isZero] : [.isSet, .isNotZero]
                if isWhole, first != UInt8(ascii: "-"), digits < 1 << 53 { number = Int(digits) }
            }
        }
        facts.note(path, whole, traits, number: number, owner: owner)
        return whole
    }

    private static func isEnd(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
    }

    /// Exact up to 3, then the number of bits.
    private static func magnitude(_ number: UInt64) -> UInt64 {
        number < 4 ? number : UInt64(64 - number.leadingZeroBitCount + 1)
    }

    private static func string(
        _ text: UnsafeBufferPointer<UInt8>, _ place: inout Int
    ) -> (hash: UInt64, count: Int, isWord: Bool) {
        place += 1
        let start = place
        var hash = root
        var isWord = true
        while text[place] != UInt8(ascii: "\"") {
            if text[place] == UInt8(ascii: "\\") {
                hash = adding(hash, text[place])
                place += 1
            }
            let byte = text[place]
            if byte | 0x20 &- 97 >= 26, byte &- 48 >= 10 { isWord = false }
            hash = adding(hash, byte)
            place += 1
        }
        let count = place - start
        place += 1
        return (hash, count, isWord && count > 0 && count <= 24)
    }

    private mutating func learn(_ path: UInt64, _ text: UInt64) {
        var seen = learned?[path] ?? ([], 0)
        if seen.texts.count <= 8 { seen.texts.insert(text) }
        seen.count += 1
        learned?[path] = seen
    }

    private mutating func note(_ path: UInt64, _ value: UInt64, token: UInt64, _ shape: inout StateShape) {
        let (slot, isNew) = find(path)
        if isNew {
            if shape.paths.count < Self.pathLimit {
                shape.paths.append(path)
                shape.values.append(0)
            }
            // More paths than the limit count as the last one.
            slots[slot].index = Int32(shape.paths.count - 1)
        }
        let index = Int(slots[slot].index)
        shape.values[index] = Self.mix(shape.values[index] ^ value)
        let pair = Self.mix(path &+ token &* 0x9E37_79B9_7F4A_7C15)
        // The order and the number of the elements of an array do not matter.
        if find(pair).isNew { shape.abstraction &+= pair }
    }

    /// Where the table is full, keys that are not in it count as the first path.
    private mutating func find(_ key: UInt64) -> (slot: Int, isNew: Bool) {
        var slot = Int(truncatingIfNeeded: key) & (slots.count - 1)
        while slots[slot].stamp == stamp {
            if slots[slot].key == key { return (slot, false) }
            slot = (slot + 1) & (slots.count - 1)
        }
        if tokens * 4 > slots.count * 3 { return (first, false) }
        if tokens == 0 { first = slot }
        slots[slot] = (key, stamp, 0)
        tokens += 1
        return (slot, true)
    }

    /// The FNV-1a hash, mixed.
    static func hash(of bytes: some Sequence<UInt8>) -> UInt64 { mix(bytes.reduce(root, adding)) }

    /// The FNV-1a hash of a text with one more byte.
    @inline(__always) static func adding(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
        (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }

    static func mix(_ word: UInt64) -> UInt64 {
        var word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }
}
