package import TimelineKit

/// Strict by RFC 9535, appendix A; conditions extend it: see `JSONCondition`.
package struct PathParser: PathSegmentScanner {
    package static let nameForms = (child: "a name, * or another .", descendant: "a name, * or [")
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
        while case let before = position, let segment = try segment() {
            segments.append(segment)
            if isSingular { isSingular = isSingularSegment(segment, after: before) }
        }
        return PathQuery(start: start, segments: segments, isSingular: isSingular)
    }

    /// In a `singular-query`, the grammar allows no white space inside brackets.
    private func isSingularSegment(_ segment: PathQuery.Segment, after before: Int) -> Bool {
        guard !segment.isDescendant, segment.selectors.count == 1 else { return false }
        switch segment.selectors[0] {
        case .name, .index:
            let first = scalars[before...].firstIndex { !$0.isPathSpace } ?? before
            return scalars[first] == "." || !(scalars[first + 1].isPathSpace || scalars[position - 2].isPathSpace)
        default: return false
        }
    }

    /// Leaves the space before another word.
    mutating func takeAfterSpace(_ word: String) -> Bool {
        let before = position
        skipSpace()
        if take(word) { return true }
        position = before
        return false
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
