/// The part of RFC 9535, appendix A, that a `HidingPattern` has.
struct HidingPatternParser: PathSegmentScanner {
    static let nameForms = (child: "a name or *", descendant: "a name or *")

    let scalars: [Unicode.Scalar]
    var position = 0

    init(_ text: Substring.UnicodeScalarView) { scalars = Array(text) }

    mutating func segments() throws(JSONPathError) -> [PathSegment<HidingPattern.Selector>] {
        guard take("$") else { throw expected("$, the root") }
        var segments: [PathSegment<HidingPattern.Selector>] = []
        while let segment = try segment() { segments.append(segment) }
        guard next == nil else { throw expected("a segment or the end") }
        return segments
    }

    mutating func otherSelector() throws(JSONPathError) -> HidingPattern.Selector {
        switch next {
        case .some("0"..."9"):
            let start = position
            let digits = taken { $0.isDigit }
            guard let index = JSONLocation.index(digits) else { throw error("this is no index", at: start) }
            skipSpace()
            if next == ":" { throw unknown("a slice") }
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
