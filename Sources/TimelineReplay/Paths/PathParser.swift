package import TimelineKit

/// Strict by RFC 9535, appendix A; conditions extend it: see `JSONCondition`.
package struct PathParser: PathScanner {
    static let nestingLimit = 64

    package let scalars: [Unicode.Scalar]
    package var position = 0
    private var nesting = 0
    private var absoluteQueries = 0
    private(set) var isCondition = false

    package init(_ text: String) { scalars = Array(text.unicodeScalars) }

    /// A `jsonpath-query`.
    package mutating func wholeQuery() throws(JSONPathError) -> PathQuery {
        guard next == "$" else { throw expected("$, the root") }
        let query = try query()
        guard next == nil else { throw expected("a segment or the end") }
        return query
    }

    /// A `logical-expr` in the dialect of conditions.
    package mutating func wholeCondition() throws(JSONPathError) -> PathExpression {
        isCondition = true
        skipSpace()
        let expression = try filter()
        skipSpace()
        guard next == nil else { throw expected("an operator or the end") }
        return expression
    }

    mutating func query() throws(JSONPathError) -> PathQuery {
        var start = PathQuery.Start.current
        if next == "$" {
            start = .root(number: absoluteQueries)
            absoluteQueries += 1
        }
        position += 1
        var segments: [PathQuery.Segment] = []
        var isSingular = true
        while true {
            let before = position
            skipSpace()
            guard next == "." || next == "[" else {
                position = before
                return PathQuery(start: start, segments: segments, isSingular: isSingular)
            }
            let first = position
            let segment = try segment()
            segments.append(segment)
            if isSingular { isSingular = isSingularSegment(segment, from: first) }
        }
    }

    private mutating func segment() throws(JSONPathError) -> PathQuery.Segment {
        if take("..") {
            if next == "[" { return .descendant(try bracketed()) }
            return .descendant([try shorthand(or: "a name, * or [")])
        }
        if take(".") { return .child([try shorthand(or: "a name, * or another .")]) }
        return .child(try bracketed())
    }

    private mutating func shorthand(or what: String) throws(JSONPathError) -> PathQuery.Selector {
        if take("*") { return .wildcard }
        guard next?.startsName == true else { throw expected(what) }
        return .name(taken { $0.continuesName })
    }

    /// In a `singular-query`, the grammar allows no white space inside brackets.
    private func isSingularSegment(_ segment: PathQuery.Segment, from first: Int) -> Bool {
        guard case .child(let selectors) = segment, selectors.count == 1 else { return false }
        switch selectors[0] {
        case .name, .index:
            return scalars[first] == "." || !(scalars[first + 1].isPathSpace || scalars[position - 2].isPathSpace)
        default: return false
        }
    }

    mutating func nested<Result>(
        _ body: (inout PathParser) throws(JSONPathError) -> Result
    ) throws(JSONPathError) -> Result {
        guard nesting < Self.nestingLimit else {
            throw error("expressions are nested more than \(Self.nestingLimit) deep", at: position)
        }
        nesting += 1
        defer { nesting -= 1 }
        return try body(&self)
    }
}
