/// Where each value of a JSON text stands: one entry of two words a value or key, in the order of the text.
///
/// It is made in one walk, which checks the text as strictly as `JSONScanner` does; nothing is built but this. Containers
/// have an entry at either end, so that a value is passed over in one step:
///
///     kind of entry       first word            second word
///     null, true, false   kind, place           0
///     int                 kind, place           the number
///     number              kind, place           its length
///     string, escaped     kind, place           its length, without quotes
///     key, escapedKey     kind, place           length and hash
///     object, array       kind, place           the index past its end
///     end                 kind, parent          the member that was found last
///                         kind, place           0
///
/// The kind stands in the highest eight bits, what stands beside it in the others. A place is counted from the first byte
/// of the text: of a string, from behind its quote. The place of an escaped key is one in `keys`, where it stands without
/// its escapes. That of an end is where the container ends, until its elements are read: then the last words of an array
/// say which it is at, by its number and its index.
struct JSONTape {
    enum Kind: UInt8 {
        case null, yes, no, int, number, string, escaped, key, escapedKey, object, array, end
    }

    /// How many words the end of a container takes.
    static let endLength = 4

    var words: UnsafeMutablePointer<UInt64>
    var count = 0
    private var capacity: Int
    /// The text of keys that were written with escapes.
    private var keys: UnsafeMutablePointer<UInt8>?
    private var keyCount = 0
    private var keyCapacity = 0

    init(capacity: Int) {
        self.capacity = capacity
        words = .allocate(capacity: capacity)
    }

    /// Whether it takes no more memory than one would keep.
    var isSmall: Bool { capacity <= 1 << 14 && keyCount <= 1 << 12 }

    /// Takes all entries away, and makes room for those that a text of some length is likely to have.
    mutating func clear(forLength length: Int) {
        count = 0
        keyCount = 0
        guard capacity < length / 4 else { return }
        capacity = length / 4
        words.deallocate()
        words = .allocate(capacity: capacity)
    }

    func deallocate() {
        words.deallocate()
        keys?.deallocate()
    }

    /// Keeps a key that was written with escapes. Returns where.
    mutating func keep(_ key: UnsafeBufferPointer<UInt8>) -> Int {
        let place = keyCount
        keyCount += key.count
        if keyCount > keyCapacity {
            keyCapacity = max(2 * keyCapacity, keyCount, 64)
            let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: keyCapacity)
            if let keys { larger.update(from: keys, count: place) }
            keys?.deallocate()
            keys = larger
        }
        _ = UnsafeMutableBufferPointer(start: keys, count: keyCount)[place...].update(fromContentsOf: key)
        return place
    }

    @inline(__always) mutating func append(_ kind: Kind, _ beside: Int, _ second: UInt64) {
        (words + count).initialize(to: UInt64(kind.rawValue) &<< 56 | UInt64(truncatingIfNeeded: beside))
        (words + count + 1).initialize(to: second)
        count &+= 2
    }

    /// Makes room for some entries, enough for one value with its key and one end.
    @inline(__always) mutating func reserve() {
        if count &+ 16 > capacity { grow() }
    }

    @inline(never) private mutating func grow() {
        let larger = UnsafeMutablePointer<UInt64>.allocate(capacity: 2 * capacity + 16)
        larger.moveInitialize(from: words, count: count)
        words.deallocate()
        words = larger
        capacity = 2 * capacity + 16
    }

    @inline(__always) func kind(_ index: Int) -> Kind {
        unsafeBitCast(UInt8(truncatingIfNeeded: words[index] &>> 56), to: Kind.self)
    }

    @inline(__always) func place(_ index: Int) -> Int { Int(truncatingIfNeeded: words[index] & 0xFF_FFFF_FFFF_FFFF) }

    /// The index of what comes after the value at `index`.
    @inline(__always) func next(_ index: Int) -> Int {
        kind(index).rawValue >= Kind.object.rawValue ? Int(truncatingIfNeeded: words[index &+ 1]) : index &+ 2
    }

    /// The index of the end of the container at `index`.
    @inline(__always) func end(_ index: Int) -> Int { Int(truncatingIfNeeded: words[index &+ 1]) &- Self.endLength }

    /// Runs `body` on a key without its escapes; `text` is what the tape is of.
    @inline(__always)
    func withKey<Result>(
        _ index: Int, _ text: UnsafePointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        let start = kind(index) == .key ? text : UnsafePointer(keys) ?? text
        return body(UnsafeBufferPointer(start: start + place(index), count: KeyWord.length(words[index &+ 1])))
    }
}
