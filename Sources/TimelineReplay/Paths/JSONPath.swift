package import TimelineKit

/// A JSONPath expression (RFC 9535), which selects values in a JSON value: `$.comments[?@.likes > 10].text`.
package struct JSONPath: Sendable, CustomStringConvertible {
    package struct Node: Sendable, Equatable {
        package let path: JSONLocation
        package let value: JSON
    }

    private let text: String
    package let query: PathQuery

    package init(parsing text: String) throws(JSONPathError) {
        var parser = PathParser(text)
        query = try parser.wholeQuery()
        self.text = text
    }

    /// The path that selects what a JSON Pointer does: a token of digits is a name in an object, and an index in an array.
    package init(_ pointer: JSONPointer) {
        text = pointer.description
        let segments = pointer.tokens.map { token in
            PathQuery.Segment([.name(token)] + (JSONLocation.index(token).map { [.index($0)] } ?? []))
        }
        query = PathQuery(start: .root(number: 0), segments: segments, isSingular: false)
    }

    package var description: String { text }

    /// A node may occur more than once. Throws if the evaluation exceeds `PathEvaluator.workLimit`, as for `$..*..*`.
    package func nodes(in value: JSON) throws(JSONPathError) -> [Node] {
        var evaluator = PathEvaluator(root: value)
        return try evaluator.nodes(of: query).map { Node(path: $0.location ?? JSONLocation(), value: $0.value) }
    }

    package var pointer: JSONPointer? {
        var tokens: [String] = []
        for segment in query.segments {
            guard !segment.isDescendant, segment.selectors.count == 1 else { return nil }
            switch segment.selectors[0] {
            case .name(let name): tokens.append(name)
            case .index(let index) where index >= 0: tokens.append(String(index))
            default: return nil
            }
        }
        return JSONPointer(tokens)
    }
}
