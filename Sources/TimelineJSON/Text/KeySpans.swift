/// The keys of the objects that a scanner is in, to find one that stands twice. They are told apart where they lie: no text
/// is made of one, unless it has escapes or its object has many.
struct KeySpans {
    private struct Span {
        let start: Int
        let length: Int
    }

    /// Of all objects from the outermost in; past `count` lie those of objects that are behind.
    private var spans: [Span] = []
    private var count = 0
    /// Where those of the innermost begin.
    private var first = 0
    /// Of the innermost object, once a walk over its keys would be slow, or one of them has escapes.
    private var texts: Set<ExactString>?

    /// Up to this many keys a walk is as fast as a hash.
    private static let walkable = 16

    /// What is known of an object while one that stands in it is looked at.
    struct Outer {
        fileprivate let first: Int
        fileprivate let texts: Set<ExactString>?
    }

    /// Goes into an object.
    mutating func begin() -> Outer {
        defer { (first, texts) = (count, nil) }
        return Outer(first: first, texts: texts)
    }

    /// Goes back to the object around it.
    mutating func end(_ outer: Outer) {
        count = first
        (first, texts) = (outer.first, outer.texts)
    }

    /// Adds a key of the innermost object. Returns false where it stands there already.
    mutating func add(_ member: JSONMember, in text: UnsafeBufferPointer<UInt8>) -> Bool {
        let span = Span(start: member.key.lowerBound, length: member.key.count)
        if texts == nil, member.isPlain, count - first < Self.walkable {
            for index in first..<count where Self.isSame(spans[index], span, in: text) { return false }
            if count < spans.count {
                spans[count] = span
            } else {
                if spans.isEmpty { spans.reserveCapacity(2 * Self.walkable) }
                spans.append(span)
            }
            count += 1
            return true
        }
        if texts == nil {
            texts = Set(
                spans[first..<count].map { span in
                    let bytes = UnsafeBufferPointer(rebasing: text[span.start..<span.start + span.length])
                    return ExactString(String(decoding: bytes, as: UTF8.self))
                })
        }
        return texts!.insert(ExactString(member.name(in: text))).inserted
    }

    private static func isSame(_ one: Span, _ other: Span, in text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard one.length == other.length else { return false }
        for offset in 0..<one.length where text[one.start + offset] != text[other.start + offset] { return false }
        return true
    }
}
