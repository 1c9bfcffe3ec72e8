/// A parser of JSONPath. Each method begins at `position`, and moves it past what it took.
package protocol PathScanner {
    var scalars: [Unicode.Scalar] { get }
    var position: Int { get set }
}

package struct JSONPathError: Error, Equatable, CustomStringConvertible {
    /// In Unicode scalars, from 1.
    package let column: Int

    package let reason: String

    package init(column: Int, reason: String) { (self.column, self.reason) = (column, reason) }

    package var description: String { "column \(column): \(reason)" }
}

extension PathScanner {
    package var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    package mutating func take(_ word: String) -> Bool {
        guard scalars[position...].starts(with: word.unicodeScalars) else { return false }
        position += word.unicodeScalars.count
        return true
    }

    package mutating func taken(while isPart: (Unicode.Scalar) -> Bool) -> String {
        let part = scalars[position...].prefix(while: isPart)
        position = part.endIndex
        return String(String.UnicodeScalarView(part))
    }

    package mutating func skipSpace() { _ = taken { $0.isPathSpace } }

    package func error(_ reason: String, at position: Int) -> JSONPathError {
        JSONPathError(column: position + 1, reason: reason)
    }

    package func expected(_ what: String) -> JSONPathError {
        let found =
            switch next {
            case nil: "the end"
            case " "?: "a space"
            case let scalar? where scalar.value < 0x20 || scalar.value == 0x7F: "a control character (\(scalar.value))"
            case let scalar?: "\"\(scalar)\""
            }
        return error("expected \(what), found \(found)", at: position)
    }

    // MARK: - Text in quotes

    package mutating func string() throws(JSONPathError) -> String {
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

    private func loneSurrogate(at position: Int) -> JSONPathError { error("this surrogate is unpaired", at: position) }

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

extension Unicode.Scalar {
    package var startsName: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "_", "\u{80}"...: true
        default: false
        }
    }

    package var continuesName: Bool { startsName || isDigit }
    package var isDigit: Bool { ("0"..."9").contains(self) }
    package var isPathSpace: Bool { [" ", "\t", "\n", "\r"].contains(self) }
}
