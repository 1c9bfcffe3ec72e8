/// A JSON text that values are decoded from. For one thread at a time; each call of `JSONCoding.decode` uses its own.
final class JSONReader {
    private static let pool = CoderPool<JSONReader>()

    @exclusivity(unchecked) private(set) var tape = JSONTape()
    /// A null that is the value of a missing key.
    @exclusivity(unchecked) private(set) var missing = 0

    /// Made if a decoder outlives the call of `decode`.
    @exclusivity(unchecked) private var copy: UnsafeMutablePointer<UInt8>?
    @exclusivity(unchecked) private var sortedKeys: [Int: [Int]] = [:]
    @exclusivity(unchecked) var failurePath: [any CodingKey]?
    /// Of the enum that has no case of a requested name.
    @exclusivity(unchecked) var isCase: ((String) -> Bool)?
    @exclusivity(unchecked) var lastType = ObjectIdentifier(JSONReader.self)
    let forms = TypeTable<Form>()
    let keyedContainers = TypeTable<AnyObject>()
    /// By types of key, and by the hash of the key.
    let oneKeys = TypeTable<AnyObject>()
    /// By the highest bits of a hash: how far behind the start of an object such a key was found last, and will be in one of its type.
    private let distances: UnsafeMutablePointer<UInt32>

    private init() {
        distances = .allocate(capacity: 64)
        distances.initialize(repeating: 0, count: 64)
    }

    deinit {
        copy?.deallocate()
        distances.deallocate()
    }

    /// `text` must not move or change until `close`.
    static func open(_ text: UnsafeBufferPointer<UInt8>, isPrefix: Bool = false) throws(JSONError) -> JSONReader {
        let reader = pool.take() ?? JSONReader()
        do throws(JSONError) { try JSONParser.parse(text, into: &reader.tape, isPrefix: isPrefix) } catch {
            if reader.tape.isSmall { pool.put(reader) }
            throw error
        }
        reader.tape.reserve()
        reader.missing = reader.tape.count
        reader.tape.append(.null, 0, 0)
        return reader
    }

    /// A reader that a decoder still refers to keeps a copy of the text.
    static func close(_ reader: inout JSONReader) {
        guard isKnownUniquelyReferenced(&reader) else { return reader.copyText() }
        if !reader.sortedKeys.isEmpty { reader.sortedKeys = [:] }
        if reader.failurePath != nil { reader.failurePath = nil }
        if reader.isCase != nil { reader.isCase = nil }
        if reader.tape.isSmall { pool.put(reader) }
    }

    private func copyText() {
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, tape.textLength))
        copy.initialize(from: tape.text, count: tape.textLength)
        tape.text = UnsafePointer(copy)
        self.copy = copy
    }

    @inline(__always) func kind(of value: Int) -> JSONTape.Kind { tape.kind(value) }

    @inline(__always) func isNull(_ value: Int) -> Bool { tape.isKind(value, .null) }

    @inline(__always) func container<Key: CodingKey>(of object: Int) -> KeyedDecodingContainer<Key> {
        container(of: object, keyedContainers.decodingContainer(of: Key.self))
    }

    @inline(__always) private func container<Container: JSONKeyedDecoding>(
        of object: Int, _ type: Container.Type
    ) -> KeyedDecodingContainer<Container.Key> {
        KeyedDecodingContainer(Container(reader: self, object: object))
    }

    // MARK: - Members

    @inline(never) func find(_ key: String, in object: Int) -> Int? {
        key.withContiguousUTF8 { key in
            // The bytes of an empty key are not read, so any address will do.
            let start = key.baseAddress ?? tape.text
            return find(start, key.count, in: object)
        }
    }

    @inline(__always) private func find(_ key: UnsafePointer<UInt8>, _ count: Int, in object: Int) -> Int? {
        let prefix = ByteWord.prefix(key, count)
        let hash = JSONTape.keyHash(key, count, prefix)
        let distance = distances + Int(truncatingIfNeeded: hash &>> 58)
        let index = object &+ Int(truncatingIfNeeded: distance.pointee)
        guard index < tape.end(object), tape.isPlainKey(index, of: object, key, count, hash, prefix) else {
            guard let index = search(key, count, hash, in: object) else { return nil }
            distance.pointee = UInt32(truncatingIfNeeded: index &- object)
            return index &+ 2
        }
        return index &+ 2
    }

    @inline(never)
    private func search(_ key: UnsafePointer<UInt8>, _ count: Int, _ hash: UInt64, in object: Int) -> Int? {
        let words = tape.words
        let end = tape.end(object)
        let start = Int(truncatingIfNeeded: words[end &+ 1])
        var index = start
        // Begins with the key that was found last: keys are usually requested in the order of the text.
        for _ in 0..<32 {
            if index != end {
                if words[index &+ 1] == hash, tape.isKey(index, key, count) {
                    words[end &+ 1] = UInt64(truncatingIfNeeded: index)
                    return index
                }
                index = tape.next(index &+ 2)
            }
            if index == end { index = object &+ 2 }
            if index == start { return nil }
        }
        return searchSorted(UnsafeBufferPointer(start: key, count: count), in: object)
    }

    /// Sorts the keys at the first call for an object.
    @inline(never) private func searchSorted(_ key: UnsafeBufferPointer<UInt8>, in object: Int) -> Int? {
        let end = tape.end(object)
        if sortedKeys[object] == nil { sortedKeys[object] = tape.sortedKeys(of: object, upTo: end) }
        guard let keys = sortedKeys[object] else { return nil }
        var range = 0..<keys.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if tape.withKey(keys[middle], { $0.lexicographicallyPrecedes(key) }) {
                range = middle + 1..<range.upperBound
            } else {
                range = range.lowerBound..<middle
            }
        }
        guard range.lowerBound < keys.count else { return nil }
        let found = keys[range.lowerBound]
        guard tape.withKey(found, { $0.elementsEqual(key) }) else { return nil }
        tape.words[end + 1] = UInt64(truncatingIfNeeded: found)
        return found
    }
}
