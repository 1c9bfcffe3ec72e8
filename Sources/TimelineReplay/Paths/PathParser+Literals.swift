internal import TimelineKit

extension PathParser {
    mutating func number() throws(JSONPathError) -> JSON {
        let start = position
        _ = take("-")
        if take("0") {
            guard next?.isDigit != true else { throw error("a number has no leading zeros", at: start) }
        } else {
            try digits()
        }
        if take(".") { try digits() }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try digits()
        }
        return .number(JSONNumber(unchecked: String(String.UnicodeScalarView(scalars[start..<position]))))
    }

    private mutating func digits() throws(JSONPathError) {
        guard next?.isDigit == true else { throw expected("a digit") }
        while next?.isDigit == true { position += 1 }
    }
}
