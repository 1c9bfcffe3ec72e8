/// The order of the entries of sets, and of dictionaries that are arrays: by the bytes of their text.
extension JSONWriter {
    /// An element of a set, or a key and its value with the comma between them.
    private struct Entry {
        var prefix: UInt64
        var start, length: Int
    }

    /// Costs a parse of the array, a sort, and two copies.
    @inline(never) func sortEntries(of frame: Frame) {
        // A text with a failure in it is discarded, and may be nested too deeply for the parser.
        guard failure == nil else { return }
        guard frame.count > frame.elementsPerEntry else { return }
        do throws(JSONError) { sort(try entries(of: frame), of: frame) } catch { fail(error) }
    }

    private func sort(_ entries: [Entry], of frame: Frame) {
        let sorted = entries.sortedIndexes { isBefore(entries[$0], entries[$1]) }
        buffer.reserve(count &- frame.start)
        let end = count
        for entry in sorted.lazy.map({ entries[$0] }) {
            buffer.append(byte: count == end ? UInt8(ascii: "[") : UInt8(ascii: ","))
            buffer.append(UnsafeBufferPointer(start: buffer.base + entry.start, count: entry.length))
        }
        buffer.append(byte: UInt8(ascii: "]"))
        (buffer.base + frame.start).update(from: buffer.base + end, count: count &- end)
        buffer.count = end
    }

    private func entries(of frame: Frame) throws(JSONError) -> [Entry] {
        let perEntry = Int(frame.elementsPerEntry)
        var entries: [Entry] = []
        entries.reserveCapacity(frame.count / perEntry)
        let tape = try JSONTape(UnsafeBufferPointer(rebasing: buffer.bytes[frame.start...]))
        var element = 2
        while element < tape.end(0) {
            let start = frame.start &+ tape.range(of: element).lowerBound
            for _ in 1..<perEntry { element = tape.next(element) }
            let length = frame.start &+ tape.range(of: element).upperBound &- start
            element = tape.next(element)
            entries.append(Entry(prefix: ByteWord.prefix(buffer.base + start, length), start: start, length: length))
        }
        return entries
    }

    @inline(__always) private func isBefore(_ one: Entry, _ other: Entry) -> Bool {
        if one.prefix != other.prefix { return one.prefix < other.prefix }
        let (a, b) = (buffer.base + one.start, buffer.base + other.start)
        for index in 0..<min(one.length, other.length) where a[index] != b[index] { return a[index] < b[index] }
        return one.length < other.length
    }
}

extension JSONWriter {
    /// Below 0 for a type whose only property is a set or dictionary: it may pass its encoder on to that.
    static func wrapped(_ value: some Encodable) -> Int { content(of: value) == nil ? 0 : -1 }

    static func content(of value: Any) -> (any HashOrdered)? {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .struct || mirror.displayStyle == .class, mirror.children.count == 1,
            let content = mirror.children.first?.value
        else { return nil }
        return content as? any HashOrdered ?? Self.content(of: content)
    }

    /// Such a type has encoded its collection if it has encoded an array of as many elements.
    @inline(never) func sortWrappedEntries(of value: some Encodable, _ encoder: JSONValueEncoder) {
        guard hasFrame(of: encoder), frames[encoder.frame].kind == .array, let content = Self.content(of: value),
            frames[encoder.frame].count == content.count * type(of: content).elementsPerEntry
        else { return }
        frames[encoder.frame].elementsPerEntry = UInt8(type(of: content).elementsPerEntry)
    }
}

/// Differently in each process.
protocol HashOrdered {
    var count: Int { get }
    static var elementsPerEntry: Int { get }

    /// It is an object, and no two entries have the same name.
    static var hasDistinctNames: Bool { get }
    static var hasIntegerNames: Bool { get }
}

extension Set: HashOrdered {
    static var elementsPerEntry: Int { 1 }
    static var hasDistinctNames: Bool { false }
    static var hasIntegerNames: Bool { false }
}

/// As an object, if the keys are strings, integers or `CodingKeyRepresentable`; else an array: key, value, key, value.
extension Dictionary: HashOrdered {
    static var elementsPerEntry: Int { 2 }
    static var hasDistinctNames: Bool { Key.self == String.self || hasIntegerNames }
    static var hasIntegerNames: Bool { Key.self == Int.self }
}
