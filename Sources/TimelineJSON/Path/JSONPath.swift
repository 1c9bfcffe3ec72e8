/// A JSONPath expression (RFC 9535), which selects values in a JSON value: `$.comments[?@.likes > 10].text`.
package struct JSONPath: Sendable, CustomStringConvertible {
    /// A selected value and its location.
    package struct Node: Sendable, Equatable {
        package let path: JSONLocation
        package let value: JSON
    }

    private let text: String
    package let query: PathQuery
    private let regularExpressions: RegularExpressionCompiler?

    /// Parses a path.
    ///
    /// - Parameter regularExpressions: Compiles the patterns of `match` and `search`. If nil, a path with one of these
    ///   functions is an error.
    package init(
        parsing text: String, regularExpressions: RegularExpressionCompiler?
    ) throws(JSONPathError) {
        var parser = PathParser(text, regularExpressions: regularExpressions)
        self.regularExpressions = regularExpressions
        query = try parser.wholeQuery()
        self.text = text
    }

    /// The path that selects what a JSON Pointer does: a token of digits is a name in an object, and an index in an array.
    package init(_ pointer: JSONPointer) {
        text = pointer.description
        regularExpressions = nil
        let segments = pointer.tokens.map { token in
            PathQuery.Segment.child([.name(token)] + (JSONPointer.index(token).map { [.index($0)] } ?? []))
        }
        query = PathQuery(start: .root(number: 0), segments: segments, isSingular: false)
    }

    package var description: String { text }

    /// The selected nodes of `value`, in the order of RFC 9535. A node may occur more than once.
    ///
    /// - Throws: `JSONPathError` if the evaluation exceeds `PathEvaluator.workLimit`: `$..*..*` selects many times as many
    ///   nodes as the value has.
    package func nodes(in value: JSON) throws(JSONPathError) -> [Node] {
        var evaluator = PathEvaluator(root: value, regularExpressions: regularExpressions)
        return try evaluator.nodes(of: query).map { Node(path: $0.location ?? JSONLocation(), value: $0.value) }
    }

    /// A segment that selects children by their location alone.
    package enum PlainSegment: Sendable {
        case name(String)
        case index(Int)
        case wildcard
        /// `..`, which the next segment follows: any number of steps.
        case descent
    }

    /// The path as names, indices from the start, wildcards and at most one `..`, so that it selects each location once; nil if it
    /// is of another form.
    package var plainSegments: [PlainSegment]? {
        var segments: [PlainSegment] = []
        var hasDescent = false
        for segment in query.segments {
            let selectors: [PathQuery.Selector]
            switch segment {
            case .child(let children): selectors = children
            case .descendant(let descendants):
                if hasDescent { return nil }
                hasDescent = true
                segments.append(.descent)
                selectors = descendants
            }
            guard selectors.count == 1 else { return nil }
            switch selectors[0] {
            case .name(let name): segments.append(.name(name))
            case .index(let index) where index >= 0: segments.append(.index(index))
            case .wildcard: segments.append(.wildcard)
            default: return nil
            }
        }
        return segments
    }

    /// The only location that the path can select; nil unless it consists of names and indices from the start.
    package var pointer: JSONPointer? { query.pointer }
}

/// Why a text is not a JSONPath expression, or why it cannot be evaluated.
package struct JSONPathError: Error, Equatable, CustomStringConvertible {
    /// The position in the expression, in Unicode scalars from 1.
    package let column: Int

    /// What was expected there and what was found, or what is wrong.
    package let reason: String

    package var description: String { "column \(column): \(reason)" }
}
