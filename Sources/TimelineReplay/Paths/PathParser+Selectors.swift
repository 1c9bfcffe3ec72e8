package import TimelineKit

extension PathParser {
    /// The largest whole number that every JSON reader keeps exactly (RFC 9535, section 2.1).
    private static let integerLimit: Int64 = 9_007_199_254_740_991

    package mutating func otherSelector() throws(JSONPathError) -> PathQuery.Selector {
        switch next {
        case "?":
            position += 1
            skipSpace()
            return .filter(try nested { (parser) throws(JSONPathError) in try parser.filter() })
        case ":":
            position += 1
            return .slice(try slice(from: nil))
        case "-", .some("0"..."9"):
            let start = try integer()
            return takeAfterSpace(":") ? .slice(try slice(from: start)) : .index(start)
        default: throw expected("a name in quotes, an index, a slice, * or ?")
        }
    }

    private mutating func slice(from start: Int?) throws(JSONPathError) -> PathQuery.Slice {
        skipSpace()
        let end = startsInteger ? try integer() : nil
        guard takeAfterSpace(":") else { return PathQuery.Slice(start: start, end: end, step: 1) }
        let afterColon = position
        skipSpace()
        if startsInteger { return PathQuery.Slice(start: start, end: end, step: try integer()) }
        position = afterColon
        return PathQuery.Slice(start: start, end: end, step: 1)
    }

    private var startsInteger: Bool { next == "-" || next?.isDigit == true }

    private mutating func integer() throws(JSONPathError) -> Int {
        let start = position
        let isNegative = take("-")
        guard next?.isDigit == true else { throw expected("a digit") }
        if take("0") {
            guard !isNegative else { throw error("-0 is not an index; the first element is 0", at: start) }
            guard next?.isDigit != true else { throw error("a number has no leading zeros", at: start) }
            return 0
        }
        guard let value = Int64(taken { $0.isDigit }), value <= Self.integerLimit else {
            throw error("an integer is from -2^53 + 1 to 2^53 - 1", at: start)
        }
        // Only where `Int` has 32 bits; no array there is longer.
        return Int(clamping: isNegative ? -value : value)
    }
}
