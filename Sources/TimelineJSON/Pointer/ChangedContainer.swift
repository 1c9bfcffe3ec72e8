/// The innermost array or object of two JSON texts that contains all differences. Only the text up to its end is read, not parsed.
package struct ChangedContainer {
    private struct Level {
        let start: Int
        let isObject: Bool
        /// Of the value that was read last.
        var index = 0
        var key = 0..<0
        var expectsKey: Bool
    }

    private let open: [Level]
    private let level: Int
    private let bytes: JSONText
    package let from: JSONText
    package let to: JSONText
    private let end: Int

    /// Nil if the texts are equal, or no arrays or objects.
    package init?(_ one: JSONText, _ other: JSONText) {
        let found = one.withBytes { one in other.withBytes { Self.find(one, $0) } }
        guard let found else { return nil }
        (open, level, bytes, end) = (found.open, found.level, other, found.ends.other)
        from = one.part(open[level].start..<found.ends.one)
        to = other.part(open[level].start..<end)
    }

    package var path: [JSONLocation.Step] {
        open[..<level].map { parent in
            guard parent.isObject else { return .index(parent.index) }
            return .name(bytes.part(parent.key).string ?? "")
        }
    }

    /// Whether an array, or also an object, around this one may take less than `limit` bytes of the second text, where `limit` is
    /// of its depth.
    package func isInside(shorterThan limit: (_ depth: Int) -> Int, objects: Bool) -> Bool {
        open[..<level].indices.contains { depth in
            (objects || !open[depth].isObject) && end - open[depth].start < limit(depth)
        }
    }

    private static func find(
        _ one: UnsafeBufferPointer<UInt8>, _ other: UnsafeBufferPointer<UInt8>
    ) -> (open: [Level], level: Int, ends: (one: Int, other: Int))? {
        let prefix = ByteWord.commonPrefix(one, other)
        if prefix == one.count, prefix == other.count { return nil }
        var (open, offset) = ([Level](), 0)
        reading: while offset < prefix {
            switch one[offset] {
            case UInt8(ascii: "\""):
                let end = endOfString(one, offset)
                if end > prefix { break reading }
                if let last = open.indices.last, open[last].expectsKey {
                    (open[last].key, open[last].expectsKey) = (offset..<end, false)
                }
                offset = end
                continue
            case UInt8(ascii: "{"): open.append(Level(start: offset, isObject: true, expectsKey: true))
            case UInt8(ascii: "["): open.append(Level(start: offset, isObject: false, expectsKey: false))
            case UInt8(ascii: "}"), UInt8(ascii: "]"): open.removeLast()
            case UInt8(ascii: ","):
                open[open.count - 1].index += 1
                open[open.count - 1].expectsKey = open[open.count - 1].isObject
            default: break
            }
            offset += 1
        }
        let suffix = commonSuffix(one, other, upTo: min(one.count, other.count) - prefix)
        var ends = (one: offset, other: offset)
        for level in open.indices.reversed() {
            ends = (endOfContainer(one, ends.one), endOfContainer(other, ends.other))
            let rest = one.count - ends.one
            if rest == other.count - ends.other, rest <= suffix { return (open, level, ends) }
        }
        return nil
    }

    private static func commonSuffix(
        _ one: UnsafeBufferPointer<UInt8>, _ other: UnsafeBufferPointer<UInt8>, upTo limit: Int
    ) -> Int {
        guard let first = one.baseAddress, let second = other.baseAddress else { return 0 }
        let (a, b) = (first + one.count, second + other.count)
        var count = 0
        while count &+ 8 <= limit, ByteWord.load(a - (count &+ 8)) == ByteWord.load(b - (count &+ 8)) { count &+= 8 }
        while count < limit, a[-1 - count] == b[-1 - count] { count &+= 1 }
        return count
    }

    /// The place after the closing quote.
    private static func endOfString(_ text: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
        var offset = start &+ 1
        while offset < text.count {
            if offset &+ 8 <= text.count, let bytes = text.baseAddress {
                let stops = ByteWord.escapes(in: ByteWord.load(bytes + offset))
                if stops == 0 {
                    offset &+= 8
                    continue
                }
                offset &+= stops.trailingZeroBitCount &>> 3
            }
            switch text[offset] {
            case UInt8(ascii: "\""): return offset &+ 1
            case UInt8(ascii: "\\"): offset &+= 2
            default: offset &+= 1
            }
        }
        return text.count
    }

    /// The place after the end of the container in which `start` is.
    private static func endOfContainer(_ text: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
        var (offset, depth) = (start, 1)
        while offset < text.count {
            switch text[offset] {
            case UInt8(ascii: "\""):
                offset = endOfString(text, offset)
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth &+= 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth &-= 1
                if depth == 0 { return offset &+ 1 }
            default: break
            }
            offset &+= 1
        }
        return text.count
    }
}
