/// The part of RFC 9535, appendix A, that a `HidingPattern` has.
struct HidingPatternParser: PathScanner {
    let scalars: [Unicode.Scalar]
    var position = 0

    init(_ text: Substring.UnicodeScalarView) { scalars = Array(text) }

    mutating func segments() throws(JSONPathError) -> [HidingPattern.PathSegment] {
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

    private mutating func shorthand() throws(JSONPathError) -> HidingPattern.Selector {
        if take("*") { return .wildcard }
        guard next?.startsName == true else { throw expected("a name or *") }
        return .name(taken { $0.continuesName })
    }

    private mutating func bracketed() throws(JSONPathError) -> [HidingPattern.Selector] {
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

    private mutating func selector() throws(JSONPathError) -> HidingPattern.Selector {
        switch next {
        case "'", "\"": return .name(try string())
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

    private func unknown(_ what: String) -> JSONPathError {
        error("a recorder hides no path with \(what); `timeline redact` does", at: position)
    }
}
