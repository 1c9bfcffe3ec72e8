/// A text that values are read from, with its tape.
///
/// A value is known by its index on the tape, and by the index of the container it stands in. Not for more than one
/// thread at a time; each call of `JSONCoding.decode` has its own.
final class JSONReader {
    /// Idle readers.
    static let pool = CoderPool<JSONReader>()

    @exclusivity(unchecked) private(set) var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    @exclusivity(unchecked) private(set) var tape = JSONTape(capacity: 256)
    /// The index of a null that stands for the value of a key that is not there.
    @exclusivity(unchecked) private(set) var missing = 0

    /// The text; before there is one, some byte.
    @exclusivity(unchecked) private(set) var bytes: UnsafePointer<UInt8>
    @exclusivity(unchecked) private(set) var count = 0
    /// The text, where it is needed longer than the caller lends it.
    @exclusivity(unchecked) private var copy: UnsafeMutablePointer<UInt8>?

    /// Members of large objects, sorted, by the index of the object.
    @exclusivity(unchecked) var indexes: [Int: [Int]] = [:]
    /// Where an error came from that does not say so itself.
    @exclusivity(unchecked) var failurePath: [any CodingKey]?
    /// A type that was found to be none of those that need no container.
    @exclusivity(unchecked) var lastType = ObjectIdentifier(JSONReader.self)
    /// Boxes of containers that can be used again.
    @exclusivity(unchecked) private var shelf = ContainerShelf<JSONReaderSeat>()

    init() { bytes = UnsafePointer(UnsafeRawPointer(tape.words).assumingMemoryBound(to: UInt8.self)) }

    deinit {
        tape.deallocate()
        shelf.deallocate()
        copy?.deallocate()
    }

    /// Begins with a text, which must stay where it is until `close`.
    ///
    /// - Parameter isBeginning: Whether other text may follow the value.
    /// - Returns: whether it is sound.
    func open(
        _ text: UnsafeBufferPointer<UInt8>, _ userInfo: [CodingUserInfoKey: any Sendable], isBeginning: Bool = false
    ) -> Bool {
        guard let start = text.baseAddress, JSONTapeWriter.write(&tape, of: text, isBeginning: isBeginning) else {
            return false
        }
        tape.reserve()
        missing = tape.count
        tape.append(.null, 0, 0)
        if !userInfo.isEmpty { self.userInfo = userInfo }
        bytes = start
        count = text.count
        return true
    }

    /// Ends with a text. Containers that someone keeps have the reader to themselves.
    func close() {
        shelf.settle { $0.owner = self }
        if !indexes.isEmpty { indexes = [:] }
    }

    /// Goes back to the pool, unless it has come to take much memory. Nobody else may hold it.
    func rest() {
        if failurePath != nil { failurePath = nil }
        if !userInfo.isEmpty { userInfo = [:] }
        if tape.isSmall { Self.pool.keep(self) }
    }

    /// A keyed container of the object at `object`.
    @inline(__always) func container<Key: CodingKey>(of object: Int) -> KeyedDecodingContainer<Key> {
        if let (box, seat) = shelf.take(ObjectIdentifier(Key.self)) {
            seat.object = object
            return unsafeBitCast(box, to: KeyedDecodingContainer<Key>.self)
        }
        return newContainer(of: object)
    }

    @inline(never) private func newContainer<Key: CodingKey>(of object: Int) -> KeyedDecodingContainer<Key> {
        let seat = JSONReaderSeat(self, object, owner: self)
        let container = KeyedDecodingContainer(JSONKeyedReading<Key>(seat: seat))
        if ContainerBox.isOneReference,
            shelf.keep(unsafeBitCast(container, to: AnyObject.self), seat, ObjectIdentifier(Key.self))
        {
            seat.owner = nil
        }
        return container
    }

    /// Takes a copy of the text, for a decoder that was kept for later.
    func keepText() {
        let kept = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, count))
        kept.initialize(from: bytes, count: count)
        copy = kept
        bytes = UnsafePointer(kept)
    }

    @inline(__always) func kind(of value: Int) -> JSONTape.Kind { tape.kind(value) }

    // MARK: - Members

    /// The value of a key in the object at `object`; nil where it has none.
    @inline(__always) func find(_ key: String, in object: Int) -> Int? {
        key.withContiguousUTF8 { key in
            // Of an empty key no byte is read.
            let start = key.baseAddress ?? bytes
            return find(start, key.count, ByteWord.prefix(start, key.count), in: object)
        }
    }

    @inline(__always)
    private func find(_ key: UnsafePointer<UInt8>, _ count: Int, _ prefix: UInt64, in object: Int) -> Int? {
        let words = tape.words
        let end = tape.end(object)
        let word = KeyWord.of(key, count, prefix)
        let start = Int(truncatingIfNeeded: words[end &+ 1])
        var index = start
        // What is asked for is mostly what comes next, or near.
        for _ in 0..<32 {
            if index != end {
                if words[index &+ 1] == word, isKey(index, key, count) {
                    words[end &+ 1] = UInt64(truncatingIfNeeded: index)
                    return index &+ 2
                }
                index = tape.next(index &+ 2)
            }
            if index == end { index = object &+ 2 }
            if index == start { return nil }
        }
        return search(key, count, in: object)
    }

    @inline(__always) func isKey(_ index: Int, _ key: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        tape.withKey(index, bytes) { stored in
            guard let stored = stored.baseAddress else { return true }
            var place = 0
            while place &+ 8 <= count {
                guard ByteWord.load(stored + place) == ByteWord.load(key + place) else { return false }
                place &+= 8
            }
            while place < count {
                guard stored[place] == key[place] else { return false }
                place &+= 1
            }
            return true
        }
    }

    /// Finds a key among many by halves, in members that are sorted when this is first asked for.
    @inline(never) private func search(_ key: UnsafePointer<UInt8>, _ count: Int, in object: Int) -> Int? {
        let key = UnsafeBufferPointer(start: key, count: count)
        if indexes[object] == nil {
            var members: [Int] = []
            var index = object + 2
            let end = tape.end(object)
            while index < end {
                members.append(index)
                index = tape.next(index + 2)
            }
            members.sort { one, other in
                tape.withKey(one, bytes) { a in tape.withKey(other, bytes) { a.lexicographicallyPrecedes($0) } }
            }
            indexes[object] = members
        }
        guard let members = indexes[object] else { return nil }
        var range = 0..<members.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if tape.withKey(members[middle], bytes, { $0.lexicographicallyPrecedes(key) }) {
                range = middle + 1..<range.upperBound
            } else {
                range = range.lowerBound..<middle
            }
        }
        guard range.lowerBound < members.count else { return nil }
        let found = members[range.lowerBound]
        guard tape.withKey(found, bytes, { $0.elementsEqual(key) }) else { return nil }
        tape.words[tape.end(object) + 1] = UInt64(truncatingIfNeeded: found)
        return found + 2
    }

    /// The keys of the object at `object`, in order.
    func keys(of object: Int) -> [String] {
        var keys: [String] = []
        var index = object + 2
        let end = tape.end(object)
        while index < end {
            keys.append(key(at: index))
            index = tape.next(index + 2)
        }
        return keys
    }

    /// The key that stands on the tape at `index`.
    func key(at index: Int) -> String { tape.withKey(index, bytes) { String(decoding: $0, as: UTF8.self) } }
}
