/// Two JSON texts of one value, before and after a change, as `JSONCoding` writes them. Equal bytes at both ends are not parsed. The
/// texts must not move or change while this is used.
package struct CompactChange {
    private let old: UnsafeBufferPointer<UInt8>
    private let new: UnsafeBufferPointer<UInt8>
    /// These bytes are equal. They may overlap.
    private let prefix: Int
    private let suffix: Int

    package struct Entry {
        /// With its quotes; empty for an element.
        fileprivate let key: Range<Int>
        fileprivate let value: Range<Int>
    }

    /// Without those that are equal at the start and at the end.
    package struct Entries {
        /// Equal entries before them.
        package var start = 0
        package var old: [Entry] = []
        package var new: [Entry] = []
    }

    package init(from old: UnsafeBufferPointer<UInt8>, to new: UnsafeBufferPointer<UInt8>) {
        self.init(old, new, ByteWord.commonPrefix(old, new), ByteWord.commonSuffix(old, new))
    }

    private init(
        _ old: UnsafeBufferPointer<UInt8>, _ new: UnsafeBufferPointer<UInt8>, _ prefix: Int, _ suffix: Int
    ) {
        (self.old, self.new, self.prefix, self.suffix) = (old, new, prefix, suffix)
    }

    package var isEmpty: Bool { old.count == new.count && prefix == old.count }

    package var isOfObjects: Bool { old.first == UInt8(ascii: "{") && new.first == UInt8(ascii: "{") }
    package var isOfArrays: Bool { old.first == UInt8(ascii: "[") && new.first == UInt8(ascii: "[") }

    package var oldValue: JSON { Self.value(old) }
    package var newValue: JSON { Self.value(new) }
    package var newCount: Int { new.count }

    // MARK: - Entries

    package func oldValue(of entry: Entry) -> JSON { Self.value(old[entry.value]) }
    package func newValue(of entry: Entry) -> JSON { Self.value(new[entry.value]) }
    package func oldKey(of entry: Entry) -> String { Self.string(old[entry.key]) }
    package func newKey(of entry: Entry) -> String { Self.string(new[entry.key]) }

    package func haveSameKey(_ one: Entry, _ other: Entry) -> Bool {
        old[one.key].elementsEqual(new[other.key])
    }

    package func change(from one: Entry, to other: Entry) -> CompactChange {
        let inner = UnsafeBufferPointer(rebasing: old[one.value])
        let other = (text: UnsafeBufferPointer(rebasing: new[other.value]), range: other.value)
        let limit = min(inner.count, other.text.count)
        // The ends of the whole texts are known to be equal.
        let isAtStart = one.value.lowerBound == other.range.lowerBound && prefix > one.value.lowerBound
        let trailing = old.count - one.value.upperBound
        let isAtEnd = trailing == new.count - other.range.upperBound && suffix > trailing
        return CompactChange(
            inner, other.text,
            isAtStart ? min(prefix - one.value.lowerBound, limit) : ByteWord.commonPrefix(inner, other.text),
            isAtEnd ? min(suffix - trailing, limit) : ByteWord.commonSuffix(inner, other.text))
    }

    /// Of two objects or two arrays that differ.
    package func entries() -> Entries {
        let (comma, isObject) = (UInt8(ascii: ","), isOfObjects)
        let (a, b) = (CompactScanner(old), CompactScanner(new))
        var entries = Entries()
        var (startA, startB) = (1, 1)
        while startA < old.count - 1, startB < new.count - 1,
            let end = a.entryEnd(startA, isObject, limit: prefix), end < new.count,
            Self.isDelimiter(old[end]), Self.isDelimiter(new[end])
        {
            entries.start += 1
            (startA, startB) = (old[end] == comma ? end + 1 : end, new[end] == comma ? end + 1 : end)
            if old[end] != new[end] { break }
        }
        var (endA, endB) = (old.count - 1, new.count - 1)
        let limit = old.count - min(suffix, old.count - startA, new.count - startB)
        while endA > startA, endB > startB, let place = a.entryStart(endA, isObject, limit: limit) {
            let other = place + new.count - old.count
            guard other >= startB, place == startA || old[place - 1] == comma,
                other == startB || new[other - 1] == comma
            else { break }
            endA = max(startA, place - 1)
            endB = max(startB, other - 1)
        }
        entries.old = a.entries(startA..<endA, isObject)
        entries.new = b.entries(startB..<endB, isObject)
        return entries
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
    }

    private static func value(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> JSON {
        value(UnsafeBufferPointer(rebasing: text))
    }

    private static func value(_ text: UnsafeBufferPointer<UInt8>) -> JSON {
        do throws(JSONError) { return try JSON(parsing: text) } catch {
            preconditionFailure("text of an encoder is not JSON: \(error)")
        }
    }

    private static func string(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        let inside = UnsafeBufferPointer(rebasing: text.dropFirst().dropLast())
        return StringEscapes.text(of: inside, isPlain: !inside.contains(UInt8(ascii: "\\")))
    }
}

private struct CompactScanner {
    private let bytes: UnsafeBufferPointer<UInt8>

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    private static let quote = UInt8(ascii: "\"")

    /// The closing bracket or a comma follows the range.
    func entries(_ range: Range<Int>, _ isObject: Bool) -> [CompactChange.Entry] {
        var entries: [CompactChange.Entry] = []
        var start = range.lowerBound
        while start < range.upperBound {
            let key = isObject ? start..<stringEnd(start) : start..<start
            let value = isObject ? key.upperBound + 1 : start
            guard let end = valueEnd(value, limit: bytes.count) else { break }
            entries.append(CompactChange.Entry(key: key, value: value..<end))
            start = end + 1
        }
        return entries
    }

    // MARK: - Forward

    /// Nil if the end is after `limit`.
    func entryEnd(_ start: Int, _ isObject: Bool, limit: Int) -> Int? {
        guard isObject else { return valueEnd(start, limit: limit) }
        let key = stringEnd(start)
        return key < limit ? valueEnd(key + 1, limit: limit) : nil
    }

    /// Nil if the end is after `limit`.
    private func valueEnd(_ start: Int, limit: Int) -> Int? {
        var (offset, depth) = (start, 0)
        while offset <= limit, offset < bytes.count {
            switch bytes[offset] {
            case Self.quote:
                offset = stringEnd(offset)
                if depth == 0 { return offset <= limit ? offset : nil }
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return offset }
                depth -= 1
                if depth == 0 { return offset < limit ? offset + 1 : nil }
            case UInt8(ascii: ",") where depth == 0: return offset
            default: break
            }
            offset &+= 1
        }
        return nil
    }

    private func stringEnd(_ start: Int) -> Int {
        var offset = start + 1
        while offset < bytes.count {
            if offset &+ 8 <= bytes.count, let base = bytes.baseAddress {
                let stops = ByteWord.escapes(in: ByteWord.load(base + offset))
                guard stops != 0 else {
                    offset &+= 8
                    continue
                }
                offset &+= stops.trailingZeroBitCount &>> 3
            }
            switch bytes[offset] {
            case Self.quote: return offset + 1
            case UInt8(ascii: "\\"): offset &+= 2
            default: offset &+= 1
            }
        }
        return bytes.count
    }

    // MARK: - Backward

    /// Nil if the start is before `limit`.
    func entryStart(_ end: Int, _ isObject: Bool, limit: Int) -> Int? {
        guard let value = valueStart(end, limit: limit) else { return nil }
        guard isObject else { return value }
        let key = stringStart(value - 2)
        return key >= limit ? key : nil
    }

    /// Nil if the start is before `limit`.
    private func valueStart(_ end: Int, limit: Int) -> Int? {
        var (offset, depth) = (end - 1, 0)
        while offset >= limit - 1, offset >= 0 {
            switch bytes[offset] {
            case Self.quote:
                offset = stringStart(offset)
                if depth == 0 { return offset >= limit ? offset : nil }
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth += 1
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                if depth == 0 { return offset + 1 }
                depth -= 1
                if depth == 0 { return offset >= limit ? offset : nil }
            case UInt8(ascii: ",") where depth == 0, UInt8(ascii: ":") where depth == 0: return offset + 1
            default: break
            }
            offset &-= 1
        }
        return nil
    }

    private func stringStart(_ end: Int) -> Int {
        var offset = end - 1
        while offset > 0 {
            if bytes[offset] == Self.quote {
                // An escaped quote follows an odd number of backslashes.
                var slash = offset - 1
                while slash >= 0, bytes[slash] == UInt8(ascii: "\\") { slash &-= 1 }
                if (offset - slash) & 1 == 1 { return offset }
            }
            offset &-= 1
        }
        return 0
    }
}
