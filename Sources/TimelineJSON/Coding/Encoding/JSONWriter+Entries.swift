/// The order of the entries of sets and of dictionaries that are arrays: by the bytes of their text.
extension JSONWriter {
    /// An element of a set, or a key and its value with the comma between them.
    private struct Entry {
        /// The first eight bytes, as a number that orders as they do.
        var prefix: UInt64
        var start: Int
        var length: Int
    }

    /// Sorts the entries of an array that was closed just now, and marks the array if that was asked for.
    ///
    /// Costs a walk over the text of the array, a sort, and two copies.
    @inline(never) func sortEntries(of frame: Frame) {
        // A text with a failure in it is thrown away, and may be nested too deeply to be walked over.
        guard failure == nil else { return }
        if frame.count > frame.elementsPerEntry {
            do throws(JSONError) { sort(try entries(of: frame), of: frame) } catch { fail(error) }
        }
        if let entriesMark { insert(entriesMark.text(elementsPerEntry: Int(frame.elementsPerEntry)), into: frame) }
    }

    private func sort(_ entries: [Entry], of frame: Frame) {
        let entries = entries.sorted { isBefore($0, $1) }
        // The sorted entries are put together behind the others first.
        reserve(count &- frame.start)
        let end = count
        for entry in entries {
            append(byte: count == end ? UInt8(ascii: "[") : UInt8(ascii: ","))
            append(UnsafeBufferPointer(start: base + entry.start, count: entry.length))
        }
        append(byte: UInt8(ascii: "]"))
        (base + frame.start).update(from: base + end, count: count &- end)
        count = end
    }

    private func entries(of frame: Frame) throws(JSONError) -> [Entry] {
        let perEntry = Int(frame.elementsPerEntry)
        var entries: [Entry] = []
        entries.reserveCapacity(frame.count / perEntry)
        // No key stands twice in what a writer wrote.
        var scanner = JSONScanner(
            UnsafeBufferPointer(start: base + frame.start, count: count &- frame.start), duplicateKeys: .lastWins)
        var taken = 0
        var start = 0
        try scanner.elements { (scanner) throws(JSONError) in
            if taken % perEntry == 0 { start = scanner.place }
            try scanner.skipValue()
            taken &+= 1
            guard taken % perEntry == 0 else { return }
            let place = frame.start &+ start
            let length = scanner.place &- start
            entries.append(Entry(prefix: ByteWord.prefix(base + place, length), start: place, length: length))
        }
        return entries
    }

    @inline(__always) private func isBefore(_ one: Entry, _ other: Entry) -> Bool {
        if one.prefix != other.prefix { return one.prefix < other.prefix }
        let (a, b) = (base + one.start, base + other.start)
        for index in 0..<min(one.length, other.length) where a[index] != b[index] { return a[index] < b[index] }
        return one.length < other.length
    }

    /// Puts an element before the others of a closed array.
    private func insert(_ mark: String, into frame: Frame) {
        let element = Array(mark.utf8) + (frame.count > 0 ? [UInt8(ascii: ",")] : [])
        let rest = frame.start + 1..<count
        reserve(element.count)
        (base + rest.lowerBound + element.count).update(from: base + rest.lowerBound, count: rest.count)
        for (index, byte) in element.enumerated() { base[rest.lowerBound + index] = byte }
        count += element.count
    }
}

/// A collection of the standard library that encodes its elements in the order of their hashes, which is another one in
/// every process.
protocol HashOrdered {
    /// How many elements of the encoded array make one entry, and stay together when the entries are sorted.
    static var elementsPerEntry: Int { get }

    /// Whether it is encoded as an object, and no two entries have the same name.
    static var hasDistinctNames: Bool { get }
}

extension Set: HashOrdered {
    static var elementsPerEntry: Int { 1 }
    static var hasDistinctNames: Bool { false }
}

/// Where keys are strings or integers, or are represented by coding keys, the form is an object, whose members are sorted
/// as those of every other. All other dictionaries are arrays: key, value, key, value.
extension Dictionary: HashOrdered {
    static var elementsPerEntry: Int { 2 }
    static var hasDistinctNames: Bool { Key.self == String.self || Key.self == Int.self }
}
