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
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars[start..<position])
        return .number(JSONNumber(unchecked: String(text)))
    }

    private mutating func digits() throws(JSONPathError) {
        guard next?.isDigit == true else { throw expected("a digit") }
        while next?.isDigit == true { position += 1 }
    }

    mutating func string() throws(JSONPathError) -> String {
        let quote = scalars[position]
        position += 1
        var text = String.UnicodeScalarView()
        while let scalar = next {
            switch scalar {
            case quote:
                position += 1
                return String(text)
            case "\\": text.append(try escape(in: quote))
            case "\0"..<" ":
                throw error(
                    "a control character (\(scalar.value)) inside a string must be written as an escape", at: position)
            default:
                text.append(scalar)
                position += 1
            }
        }
        throw expected("a closing \(quote)")
    }

    private mutating func escape(in quote: Unicode.Scalar) throws(JSONPathError) -> Unicode.Scalar {
        let start = position
        position += 1
        guard let kind = next else { throw expected("a closing \(quote)") }
        position += 1
        switch kind {
        case quote, "\\", "/": return kind
        case "b": return "\u{8}"
        case "f": return "\u{C}"
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "u":
            let first = try hexadecimal()
            if UTF16.isTrailSurrogate(first) { throw loneSurrogate(at: start) }
            guard UTF16.isLeadSurrogate(first) else { return Unicode.Scalar(first) ?? "\u{FFFD}" }
            guard take("\\u") else { throw loneSurrogate(at: start) }
            let second = try hexadecimal()
            guard UTF16.isTrailSurrogate(second) else { throw loneSurrogate(at: start) }
            return UTF16.decode(UTF16.EncodedScalar([first, second]))
        default:
            throw error(
                #"this escape is unknown here; there are \\#(quote) \\ \/ \b \f \n \r \t and \uXXXX"#, at: start)
        }
    }

    private func loneSurrogate(at position: Int) -> JSONPathError {
        error("this surrogate is unpaired", at: position)
    }

    private mutating func hexadecimal() throws(JSONPathError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = next, digit.isASCII, let value = Character(digit).hexDigitValue else {
                throw expected("a hexadecimal digit")
            }
            unit = unit << 4 | UInt16(value)
            position += 1
        }
        return unit
    }
}
