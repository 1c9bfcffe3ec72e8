/// Reads JSONPath expressions strictly as the grammar of RFC 9535 (appendix A) has them, and conditions in the dialect of
/// their own.
///
/// Each method starts at `place` and leaves it just past what it took.
package struct PathParser {
    /// Which language a parser reads.
    enum Dialect {
        /// RFC 9535, and nothing else.
        case standard

        /// RFC 9535 with what people expect of a condition: a path used as a test is true if any node that it selects is not
        /// `false`, there are `+ - * /` on numbers, values may stand in parentheses, and a regular expression in quotes must
        /// be valid.
        case conditions
    }

    /// How deep filters, parentheses and function calls may stand in each other.
    static let nestingLimit = 64

    let scalars: [Unicode.Scalar]
    var place = 0
    private var nesting = 0
    private var absoluteQueries = 0
    private(set) var dialect = Dialect.standard

    /// Compiles the regular expressions of `match` and `search`; nil where these are not available.
    let regularExpressions: RegularExpressionCompiler?

    package init(_ text: String, regularExpressions: RegularExpressionCompiler?) {
        scalars = Array(text.unicodeScalars)
        self.regularExpressions = regularExpressions
    }

    // MARK: - Paths

    /// Takes the whole text as a `jsonpath-query`.
    package mutating func wholeQuery() throws(JSONPathError) -> PathQuery {
        guard next == "$" else { throw expected("$, the root") }
        let query = try query()
        guard next == nil else { throw expected("a segment or the end") }
        return query
    }

    /// Takes the whole text as a `logical-expr` in the dialect of conditions, with white space round it.
    package mutating func wholeCondition() throws(JSONPathError) -> PathExpression {
        dialect = .conditions
        skipSpace()
        let expression = try filter()
        skipSpace()
        guard next == nil else { throw expected("an operator or the end") }
        return expression
    }

    /// Takes a path, of which the `$` or `@` is known to stand here.
    mutating func query() throws(JSONPathError) -> PathQuery {
        var start = PathQuery.Start.current
        if next == "$" {
            start = .root(number: absoluteQueries)
            absoluteQueries += 1
        }
        place += 1
        var segments: [PathSegment] = []
        var isSingular = true
        while true {
            let before = place
            skipSpace()
            guard next == "." || next == "[" else {
                place = before
                return PathQuery(start: start, segments: segments, isSingular: isSingular)
            }
            let first = place
            let segment = try segment()
            segments.append(segment)
            if isSingular { isSingular = isSingularSegment(segment, from: first) }
        }
    }

    private mutating func segment() throws(JSONPathError) -> PathSegment {
        if take("..") {
            if next == "[" { return .descendant(try bracketed()) }
            return .descendant([try shorthand(or: "a name, * or [")])
        }
        if take(".") { return .child([try shorthand(or: "a name, * or another .")]) }
        return .child(try bracketed())
    }

    private mutating func shorthand(or what: String) throws(JSONPathError) -> PathSelector {
        if take("*") { return .wildcard }
        guard let first = next, first.startsName else { throw expected(what) }
        var name = ""
        while let scalar = next, scalar.continuesName {
            name.unicodeScalars.append(scalar)
            place += 1
        }
        return .name(name)
    }

    /// Whether the segment that begins at `first` and ends here may stand in a `singular-query`: there, unlike
    /// elsewhere, the grammar has no white space inside brackets.
    private func isSingularSegment(_ segment: PathSegment, from first: Int) -> Bool {
        guard case .child(let selectors) = segment, selectors.count == 1 else { return false }
        switch selectors[0] {
        case .name, .index:
            return scalars[first] == "." || !(Self.isSpace(scalars[first + 1]) || Self.isSpace(scalars[place - 2]))
        default: return false
        }
    }

    // MARK: - Scalars

    var next: Unicode.Scalar? { place < scalars.count ? scalars[place] : nil }

    /// Takes `word`, where it stands here.
    mutating func take(_ word: String) -> Bool {
        guard scalars[place...].starts(with: word.unicodeScalars) else { return false }
        place += word.unicodeScalars.count
        return true
    }

    mutating func skipSpace() {
        while let scalar = next, Self.isSpace(scalar) { place += 1 }
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r"
    }

    /// Runs `body` one level deeper.
    mutating func nested<Result>(
        _ body: (inout PathParser) throws(JSONPathError) -> Result
    ) throws(JSONPathError) -> Result {
        guard nesting < Self.nestingLimit else {
            throw error("expressions are nested more than \(Self.nestingLimit) deep", at: place)
        }
        nesting += 1
        defer { nesting -= 1 }
        return try body(&self)
    }

    // MARK: - Errors

    func error(_ reason: String, at place: Int) -> JSONPathError {
        JSONPathError(column: place + 1, reason: reason)
    }

    /// Something else was expected here.
    func expected(_ what: String) -> JSONPathError {
        let found =
            switch next {
            case nil: "the end"
            case " "?: "a space"
            case let scalar? where scalar.value < 0x20 || scalar.value == 0x7F:
                "a control character (\(scalar.value))"
            case let scalar?: "\"\(scalar)\""
            }
        return error("expected \(what), found \(found)", at: place)
    }
}
