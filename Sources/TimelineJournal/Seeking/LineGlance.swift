/// What the first bytes of a line tell, where it is written as a recorder writes it. Nothing else of the line is checked:
/// a search looks at many lines, and whoever uses one of them reads it whole.
struct LineGlance: Equatable {
    enum Kind: Equatable {
        case step
        case set
        case snapshot
        case gap
        /// The end of the run.
        case end
        /// A mark.
        case other
    }

    /// So many bytes are enough, however long the line is.
    static let length = 80

    let kind: Kind
    let seq: Int
    let at: Moment

    init(kind: Kind, seq: Int, at: Moment) {
        self.kind = kind
        self.seq = seq
        self.at = at
    }

    /// Reads `{"seq":17,"at":9.000402,"state":`; nil where the line begins in another way.
    init?(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        guard Self.skip("{\"seq\":", in: &rest), let seq = Self.number(in: &rest),
            Self.skip(",\"at\":", in: &rest), let seconds = Self.number(in: &rest), Self.skip(".", in: &rest)
        else { return nil }
        let start = rest.startIndex
        guard let fraction = Self.number(in: &rest), rest.startIndex - start == 6,
            seconds < 1 << 40, Self.skip(",\"", in: &rest)
        else { return nil }
        let kinds: [(key: StaticString, kind: Kind)] = [
            ("action\":", .step), ("state\":", .snapshot), ("opaque\":", .step), ("set\":", .set), ("mark\":", .other),
            ("gap\":", .gap), ("end\":", .end),
        ]
        guard let found = kinds.first(where: { Self.skip($0.key, in: &rest) }) else { return nil }
        kind = found.kind
        self.seq = seq
        at = Moment(microseconds: Int64(seconds * 1_000_000 + fraction))
    }

    /// Takes `text` off the front, where it stands there.
    private static func skip(_ text: StaticString, in rest: inout ArraySlice<UInt8>) -> Bool {
        let count = text.utf8CodeUnitCount
        guard rest.count >= count else { return false }
        return text.withUTF8Buffer { text in
            guard zip(rest, text).allSatisfy(==) else { return false }
            rest = rest.dropFirst(count)
            return true
        }
    }

    /// Takes a number of at most 16 digits off the front.
    private static func number(in rest: inout ArraySlice<UInt8>) -> Int? {
        var value = 0
        var digits = 0
        while let byte = rest.first, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
            digits += 1
            guard digits <= 16 else { return nil }
            rest = rest.dropFirst()
        }
        return digits > 0 ? value : nil
    }
}
