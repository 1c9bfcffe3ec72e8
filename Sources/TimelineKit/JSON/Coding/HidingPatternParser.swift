/// The part of RFC 9535, appendix A, that a `HidingPattern` has. Each method moves `position` past what it parsed.
struct HidingPatternParser {
    private let text: String
    private let scalars: [Unicode.Scalar]
    private var position = 0

    /// - Parameter text: The whole pattern, for errors.
    init(_ text: String, _ scalars: [Unicode.Scalar]) { (self.text, self.scalars) = (text, scalars) }

    mutating func segments() throws(HidingPatternError) -> [HidingPattern.PathSegment] {
        guard take("$") else { throw expected("$, the root") }
        var segments: [HidingPattern.PathSegment] = []
        while next != nil {
            let start = position
            skipSpace()
            let isDescendant = take("..")
            if take("[") {
                segments.append(.init(isDescendant: isDescendant, selectors: try bracketed()))
            } else if isDescendant || take(".") {
                segments.append(.init(isDescendant: isDescendant, selectors: [try shorthand()]))
            } else {
                position = start
                throw expected("a segment or the end")
            }
        }
        return segments
    }

    private mutating func shorthand() throws(HidingPatternError) -> HidingPattern.Selector {
        if take("*") { return .wildcard }
        guard next?.startsName == true else { throw expected("a name or *") }
        return .name(taken { $0.continuesName })
    }

    private mutating func bracketed() throws(HidingPatternError) -> [HidingPattern.Selector] {
        var selectors: [HidingPattern.Selector] = []
        repeat {
            skipSpace()
            selectors.append(try selector())
            skipSpace()
        } while take(",")
        if next == ":" { throw unknown("a slice") }
        guard take("]") else { throw expected("a comma or ]") }
        return selectors
    }

    private mutating func selector() throws(HidingPatternError) -> HidingPattern.Selector {
        switch next {
        case "'", "\"": return .name(try quotedName())
        case "*":
            position += 1
            return .wildcard
        case .some("0"..."9"):
            let start = position
            let digits = taken { $0.isDigit }
            guard let index = JSONLocation.index(digits) else { throw error("this is no index", at: start) }
            return .index(index)
        case "?": throw unknown("a filter")
        case ":": throw unknown("a slice")
        case "-": throw unknown("a negative index")
        default: throw expected("a name in quotes, an index or *")
        }
    }

    /// Between double quotes, the grammar is that of JSON; between single ones, their escape takes the place of the other.
    private mutating func quotedName() throws(HidingPatternError) -> String {
        let start = position
        let quote = scalars[start]
        var json = "\"".unicodeScalars
        position += 1
        while let scalar = next, scalar != quote {
            position += 1
            if scalar == "\\", let escaped = next {
                position += 1
                guard quote == "\"" || escaped != "\"" else { throw error("this is no name in quotes", at: start) }
                json.append(contentsOf: escaped == quote && quote == "'" ? [quote] : [scalar, escaped])
            } else {
                json.append(contentsOf: scalar == "\"" ? ["\\", scalar] : [scalar])
            }
        }
        guard next != nil else { throw expected("a closing \(quote)") }
        position += 1
        json.append("\"")
        guard let name = (try? JSON(parsing: String(json).utf8))?.string else {
            throw error("this is no name in quotes", at: start)
        }
        return name
    }

    // MARK: - Scalars

    private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    private mutating func take(_ word: String) -> Bool {
        guard scalars[position...].starts(with: word.unicodeScalars) else { return false }
        position += word.unicodeScalars.count
        return true
    }

    private mutating func taken(while isPart: (Unicode.Scalar) -> Bool) -> String {
        let part = scalars[position...].prefix(while: isPart)
        position = part.endIndex
        var text = String.UnicodeScalarView()
        text.append(contentsOf: part)
        return String(text)
    }

    private mutating func skipSpace() { _ = taken { " \t\n\r".unicodeScalars.contains($0) } }

    private func expected(_ what: String) -> HidingPatternError {
        let found = next.map { JSON.string(String($0)).description } ?? "the end"
        return error("expected \(what), found \(found)", at: position)
    }

    private func unknown(_ what: String) -> HidingPatternError {
        error("a recorder hides no path with \(what); `timeline redact` does", at: position)
    }

    private func error(_ reason: String, at position: Int) -> HidingPatternError {
        HidingPatternError(path: text, reason: "column \(position + 1): \(reason)")
    }
}
