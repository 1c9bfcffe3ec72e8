extension PathParser {
    /// The largest whole number that every JSON reader keeps exactly (RFC 9535, section 2.1): 2^53 - 1.
    private static let integerLimit: Int64 = 9_007_199_254_740_991

    /// Takes a `bracketed-selection` (RFC 9535, section 2.5.1.1).
    mutating func bracketed() throws(JSONPathError) -> [PathSelector] {
        place += 1
        var selectors: [PathSelector] = []
        repeat {
            skipSpace()
            selectors.append(try selector())
            skipSpace()
        } while take(",")
        guard take("]") else { throw expected("a comma or ]") }
        return selectors
    }

    private mutating func selector() throws(JSONPathError) -> PathSelector {
        switch next {
        case "'", "\"": return .name(try string())
        case "*":
            place += 1
            return .wildcard
        case "?":
            place += 1
            skipSpace()
            return .filter(try nested { (parser) throws(JSONPathError) in try parser.filter() })
        case ":": return .slice(try slice(from: nil))
        case "-", .some("0"..."9"):
            let start = try integer()
            let before = place
            skipSpace()
            if next == ":" { return .slice(try slice(from: start)) }
            place = before
            return .index(start)
        default: throw expected("a name in quotes, an index, a slice, * or ?")
        }
    }

    /// Takes what of a slice follows its start.
    private mutating func slice(from start: Int?) throws(JSONPathError) -> PathSlice {
        place += 1
        skipSpace()
        let end = startsInteger ? try integer() : nil
        let before = place
        skipSpace()
        guard take(":") else {
            place = before
            return PathSlice(start: start, end: end, step: 1)
        }
        let afterColon = place
        skipSpace()
        if startsInteger { return PathSlice(start: start, end: end, step: try integer()) }
        place = afterColon
        return PathSlice(start: start, end: end, step: 1)
    }

    private var startsInteger: Bool { next == "-" || next?.isDigit == true }

    /// Takes an `int` (RFC 9535, section 2.3.3.1).
    private mutating func integer() throws(JSONPathError) -> Int {
        let start = place
        let isNegative = take("-")
        guard next?.isDigit == true else { throw expected("a digit") }
        if take("0") {
            guard !isNegative else { throw error("-0 is no index; the first element is 0", at: start) }
            guard next?.isDigit != true else { throw error("a zero stands before other digits", at: start) }
            return 0
        }
        var value: Int64 = 0
        while let digit = next, digit.isDigit {
            value = value * 10 + Int64(digit.value - 48)
            guard value <= Self.integerLimit else {
                throw error("an integer is at most 2^53 - 1 here, either way", at: start)
            }
            place += 1
        }
        // No array is so long that the nearest `Int` would find another element.
        return Int(clamping: isNegative ? -value : value)
    }
}
