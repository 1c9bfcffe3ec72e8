/// A JSONPath expression (RFC 9535), which names places in a JSON value: `$.comments[?@.likes > 10].text`.
package struct JSONPath: Sendable, CustomStringConvertible {
    /// A value that the path names, and its place.
    package struct Node: Sendable, Equatable {
        package let path: JSONLocation
        package let value: JSON
    }

    private let text: String
    private let query: PathQuery
    private let regularExpressions: RegularExpressionCompiler?

    /// The path that `text` spells.
    ///
    /// - Parameter regularExpressions: Compiles those of `match` and `search`. Where it is nil, a path with one of these is
    ///   an error.
    package init(
        parsing text: String, regularExpressions: RegularExpressionCompiler?
    ) throws(JSONPathError) {
        var parser = PathParser(text, regularExpressions: regularExpressions)
        self.regularExpressions = regularExpressions
        query = try parser.wholeQuery()
        self.text = text
    }

    package var description: String { text }

    /// What the path names in `value`, in the order of RFC 9535. A node can stand there more than once.
    ///
    /// - Throws: `JSONPathError` where the work grows past `PathEvaluator.workLimit`. The nodes of `$..*..*` are many
    ///   times those of the value, and an answer that stopped short would be a wrong one.
    package func nodes(in value: JSON) throws(JSONPathError) -> [Node] {
        var evaluator = PathEvaluator(root: value, regularExpressions: regularExpressions)
        return try evaluator.nodes(of: query).map { Node(path: $0.location ?? JSONLocation(), value: $0.value) }
    }

    /// The places that the path names in `value`, each once.
    package func pointers(in value: JSON) throws(JSONPathError) -> [JSONPointer] {
        var seen: Set<JSONPointer> = []
        return try nodes(in: value).map(\.path.pointer).filter { seen.insert($0).inserted }
    }

    /// The one place that the path names in any value, where it has nothing but names and indices from the start.
    package var pointer: JSONPointer? { query.pointer }
}
