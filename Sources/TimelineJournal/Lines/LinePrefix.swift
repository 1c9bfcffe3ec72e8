/// The first bytes of a line, if it is written as a recorder writes it: `{"seq":17,"at":9.000402,"state":`.
///
/// Nothing after the prefix is checked: a reader that uses the line parses all of it, unless it was parsed before.
package struct LinePrefix: Equatable, Sendable {
    package enum Kind: Sendable { case action, opaque, set, snapshot, mark, gap, end }

    private static let kinds: [(key: StaticString, kind: Kind)] = [
        ("action\":", .action), ("state\":", .snapshot), ("set\":", .set), ("opaque\":", .opaque), ("mark\":", .mark),
        ("gap\":", .gap), ("end\":", .end),
    ]

    /// The number of bytes that hold any prefix, however long the line is.
    static let length = 80

    package let kind: Kind
    package let seq: Int
    package let at: Moment
    /// The number of bytes before the action, the state, or what else the line holds.
    package let valueOffset: Int

    /// Whether the line counts a step: an action, a state that was set, or a gap.
    var isStep: Bool {
        switch kind {
        case .action, .opaque, .set, .gap: true
        case .snapshot, .mark, .end: false
        }
    }

    /// Returns nil if the line starts in any other way.
    package init?(_ line: UnsafeBufferPointer<UInt8>) {
        var offset = 0

        func skip(_ text: StaticString) -> Bool {
            let count = text.utf8CodeUnitCount
            guard line.count &- offset >= count else { return false }
            for place in 0..<count where line[offset &+ place] != text.utf8Start[place] { return false }
            offset &+= count
            return true
        }

        /// Reads at most sixteen digits.
        func number() -> Int? {
            let start = offset
            var value = 0
            while offset < line.count, line[offset] &- UInt8(ascii: "0") < 10 {
                value = value &* 10 &+ Int(line[offset] &- UInt8(ascii: "0"))
                offset &+= 1
            }
            return offset > start && offset &- start <= 16 ? value : nil
        }

        guard skip("{\"seq\":"), let seq = number(), skip(",\"at\":"), let seconds = number(), seconds < 1 << 40,
            skip(".")
        else { return nil }
        let start = offset
        guard let fraction = number(), offset - start == 6, skip(",\"") else { return nil }
        guard let kind = Self.kinds.first(where: { skip($0.key) })?.kind else { return nil }
        self.kind = kind
        self.seq = seq
        at = Moment(microseconds: Int64(seconds * 1_000_000 + fraction))
        valueOffset = offset
    }
}
