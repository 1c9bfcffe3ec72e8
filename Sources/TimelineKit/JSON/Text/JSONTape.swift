/// The positions of all values in a JSON text, in order: two words for each value or key. A container has an entry at each end, so
/// that any value is skipped in constant time. The tape borrows the text: the caller keeps the bytes alive while it is read.
///
///     kind of entry       first word            second word
///     null, true, false   kind, offset          0
///     int                 kind, offset          the number
///     number              kind, offset          its length
///     string, escaped     kind, offset          its length, without quotes
///     key, escapedKey     kind, depth, offset   hash and length, without escapes
///     object, array       kind, depth, offset   the index past its end
///     end                 kind, parent          the member that was found last
///                         kind, offset          0
///
/// The kind is in the highest eight bits, the depth in the eight below: the number of open containers, this one included, and for a
/// key that of its object. Offsets count bytes from the start of the text: of a string behind its opening quote, of an end where
/// the container ends. Once elements are decoded, the end of an array holds the number and the index of the current element.
package struct JSONTape: ~Copyable {
    package enum Kind: UInt8 { case null, yes, no, int, number, string, escaped, key, escapedKey, object, array, end }

    package struct Level {
        package var start: Int
        var lastKey = 0
        var lastPrefix: UInt64 = 0
        var count = 0
        var isObject: Bool
        var isAscending = true
    }

    package static let endLength = 4
    static let keyLengthLimit: UInt64 = 0xFFFF_FFFF

    /// Not to be read before the first parse.
    package internal(set) var text: UnsafePointer<UInt8>
    package internal(set) var textLength = 0
    package private(set) var words: UnsafeMutablePointer<UInt64>
    package var count = 0
    package private(set) var capacity: Int
    package private(set) var levels: UnsafeMutablePointer<Level>
    private(set) var levelCapacity = 16

    package init(capacity: Int = 256) {
        self.capacity = capacity
        words = .allocate(capacity: capacity)
        levels = .allocate(capacity: levelCapacity)
        text = UnsafePointer(UnsafeRawPointer(words).assumingMemoryBound(to: UInt8.self))
    }

    /// `text` must be one whole value.
    package init(_ text: UnsafeBufferPointer<UInt8>) throws(JSONError) {
        self.init(capacity: max(64, text.count / 3))
        try JSONParser.parse(text, into: &self)
    }

    deinit {
        words.deallocate()
        levels.deallocate()
    }

    /// `CoderPool` keeps the memory for the next text.
    var isSmall: Bool { capacity <= 1 << 16 }

    // MARK: - Writing

    package mutating func start(_ newText: UnsafePointer<UInt8>, _ length: Int) {
        text = newText
        textLength = length
        count = 0
        guard capacity < length / 3 else { return }
        capacity = length / 3
        words.deallocate()
        words = .allocate(capacity: capacity)
    }

    @inline(__always) package mutating func append(_ kind: Kind, depth: Int = 0, _ payload: Int, _ second: UInt64) {
        let tag = UInt64(kind.rawValue) &<< 56 | UInt64(truncatingIfNeeded: depth) &<< 48
        (words + count).initialize(to: tag | UInt64(truncatingIfNeeded: payload))
        (words + count + 1).initialize(to: second)
        count &+= 2
    }

    /// Makes room for one value with its key, and one end.
    @inline(__always) package mutating func reserve() { if count &+ 16 > capacity { grow() } }

    @inline(never) package mutating func grow() {
        let larger = UnsafeMutablePointer<UInt64>.allocate(capacity: 2 * capacity + 16)
        larger.moveInitialize(from: words, count: count)
        words.deallocate()
        words = larger
        capacity = 2 * capacity + 16
    }

    @inline(never) mutating func growLevels() {
        let larger = UnsafeMutablePointer<Level>.allocate(capacity: 2 * levelCapacity)
        larger.moveInitialize(from: levels, count: levelCapacity)
        levels.deallocate()
        levels = larger
        levelCapacity *= 2
    }

    // MARK: - Entries

    @inline(__always) package func isKind(_ index: Int, _ kind: Kind) -> Bool {
        words[index] &>> 56 == UInt64(kind.rawValue)
    }

    @inline(__always) package func kind(_ index: Int) -> Kind {
        Kind(rawValue: UInt8(truncatingIfNeeded: words[index] &>> 56)).unsafelyUnwrapped
    }

    @inline(__always) package func offset(_ index: Int) -> Int {
        Int(truncatingIfNeeded: words[index] & 0xFFFF_FFFF_FFFF)
    }

    @inline(__always) package func next(_ index: Int) -> Int {
        words[index] &>> 56 >= UInt64(Kind.object.rawValue) ? Int(truncatingIfNeeded: words[index &+ 1]) : index &+ 2
    }

    @inline(__always)
    package func end(_ index: Int) -> Int { Int(truncatingIfNeeded: words[index &+ 1]) &- Self.endLength }

    /// The cost grows with the number of elements.
    func count(from first: Int, upTo end: Int) -> Int {
        var count = 0
        var index = first
        while index < end {
            index = next(index)
            count &+= 1
        }
        return count
    }

    package func keys(of object: Int, upTo end: Int) -> [Int] {
        var keys: [Int] = []
        var index = object + 2
        while index < end {
            keys.append(index)
            index = next(index + 2)
        }
        return keys
    }

    /// Must not be called for an array whose elements were decoded.
    package func range(of index: Int) -> Range<Int> {
        let start = offset(index)
        switch kind(index) {
        case .null, .yes: return start..<start &+ 4
        case .no: return start..<start &+ 5
        case .int:
            // A sign or a digit, and more digits.
            var end = start &+ 1
            while end < textLength, text[end] &- UInt8(ascii: "0") < 10 { end &+= 1 }
            return start..<end
        case .number: return start..<start &+ Int(truncatingIfNeeded: words[index &+ 1])
        case .string, .escaped: return start &- 1..<start &+ Int(truncatingIfNeeded: words[index &+ 1]) &+ 1
        case .key, .escapedKey: return start &- 1..<start &+ keyText(index).count &+ 1
        case .object, .array, .end: return start..<offset(end(index) &+ 2)
        }
    }

    package func text(of index: Int) -> UnsafeBufferPointer<UInt8> {
        let range = range(of: index)
        return UnsafeBufferPointer(start: text + range.lowerBound, count: range.count)
    }

    // MARK: - Strings and numbers

    @inline(__always) func bytes(of index: Int) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: text + offset(index), count: Int(truncatingIfNeeded: words[index &+ 1]))
    }

    @inline(__always) func string(_ index: Int) -> String {
        guard isKind(index, .string) else {
            return String(decoding: StringEscapes.decoded(bytes(of: index)), as: UTF8.self)
        }
        let bytes = bytes(of: index)
        guard bytes.count < 16, let source = bytes.baseAddress else { return String(decoding: bytes, as: UTF8.self) }
        // A short string needs no memory, and this initializer makes it with less overhead.
        return String(unsafeUninitializedCapacity: bytes.count) { text in
            guard let target = text.baseAddress else { return 0 }
            ByteWord.copy(source, bytes.count, to: target)
            return bytes.count
        }
    }

    @inline(__always) func int(_ index: Int) -> Int64 { Int64(bitPattern: words[index &+ 1]) }

    func numberText(_ index: Int) -> String {
        kind(index) == .int ? String(int(index)) : String(decoding: bytes(of: index), as: UTF8.self)
    }

    // MARK: - Keys

    /// Of the length and some of the bytes: equal keys have equal hashes.
    @inline(__always)
    static func keyHash(_ key: UnsafePointer<UInt8>, _ count: Int, _ prefix: UInt64) -> UInt64 {
        var mixed = prefix
        if count > 8 { mixed ^= ByteWord.load(key + (count &- 8)) &* 31 }
        mixed = mixed &* 0x9E37_79B9_7F4A_7C15
        return mixed & ~keyLengthLimit | UInt64(truncatingIfNeeded: count) & keyLengthLimit
    }

    @inline(__always)
    func withKey<Result>(_ index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if isKind(index, .key) { return body(plainKey(index)) }
        return StringEscapes.decoded(keyText(index)).withUnsafeBufferPointer(body)
    }

    @inline(__always) private func plainKey(_ index: Int) -> UnsafeBufferPointer<UInt8> {
        let length = Int(truncatingIfNeeded: words[index &+ 1] & Self.keyLengthLimit)
        return UnsafeBufferPointer(start: text + offset(index), count: length)
    }

    private func keyText(_ index: Int) -> UnsafeBufferPointer<UInt8> {
        if kind(index) == .key { return plainKey(index) }
        let start = text + offset(index)
        var length = 0
        while start[length] != UInt8(ascii: "\"") { length += start[length] == UInt8(ascii: "\\") ? 2 : 1 }
        return UnsafeBufferPointer(start: start, count: length)
    }

    package func key(_ index: Int) -> String { withKey(index) { String(decoding: $0, as: UTF8.self) } }

    @inline(__always) func isKey(_ index: Int, _ key: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        withKey(index) { ByteWord.commonPrefix($0, UnsafeBufferPointer(start: key, count: count)) == count }
    }

    @inline(__always) func isPlainKey(
        _ index: Int, of object: Int, _ key: UnsafePointer<UInt8>, _ count: Int, _ hash: UInt64, _ prefix: UInt64
    ) -> Bool {
        // The keys of nested objects have a greater depth.
        let tag = UInt64(Kind.key.rawValue) &<< 8 | words[object] &>> 48 & 0xFF
        guard words[index] &>> 48 == tag, words[index &+ 1] == hash else { return false }
        let stored = text + offset(index)
        guard count > 8 else { return ByteWord.prefix(stored, count) == prefix }
        var compared = 0
        while compared &+ 8 < count {
            guard ByteWord.load(stored + compared) == ByteWord.load(key + compared) else { return false }
            compared &+= 8
        }
        // The last eight bytes may overlap those before.
        return ByteWord.load(stored + (count &- 8)) == ByteWord.load(key + (count &- 8))
    }

    @inline(__always) package func isPlainKey(_ index: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        guard isKind(index, .key) else { return false }
        let key = plainKey(index)
        return key.count == name.count && ByteWord.commonPrefix(key, name) == name.count
    }

    func isSameKey(_ one: Int, _ other: Int) -> Bool { withKey(one) { a in withKey(other) { a.elementsEqual($0) } } }

    func isKey(_ one: Int, before other: Int) -> Bool {
        withKey(one) { a in withKey(other) { a.lexicographicallyPrecedes($0) } }
    }

    func sortedKeys(of object: Int, upTo end: Int) -> [Int] {
        var keys = keys(of: object, upTo: end)
        keys.withUnsafeMutableBufferPointer { $0.sortIndexes { isKey($0, before: $1) || $0 < $1 && isSameKey($0, $1) } }
        return keys
    }
}
