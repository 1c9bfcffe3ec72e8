package import TimelineJSON

/// The paths of values to hide: JSONPath expressions (RFC 9535).
///
/// A path hides all values at and below each node that it selects, but not the names of members, which the program needs for
/// decoding. A path followed by `~` hides only the names of the members of a node: `$.contacts~` hides the keys of a
/// dictionary, `$.contacts` its values. The expressions are evaluated before anything is replaced.
package struct HiddenPaths: Sendable {
    /// The expressions.
    package let texts: [String]

    /// The expressions that a header may show: those without a filter, which may hold a value.
    package var publicTexts: [String] { texts.filter { !$0.contains("?") } }

    /// The parsed paths, and whether each hides names.
    package let paths: [(path: JSONPath, names: Bool)]

    /// - Parameter regularExpressions: Compiles the patterns of `match` and `search`; nil if the expressions may have none.
    /// - Throws: `HiddenPathsError` for the first invalid expression.
    package init(
        _ texts: [String], regularExpressions: RegularExpressionCompiler?
    ) throws(HiddenPathsError) {
        self.texts = texts
        var paths: [(JSONPath, Bool)] = []
        for text in texts {
            let hidesNames = Self.hidesNames(text)
            do throws(JSONPathError) {
                let path = hidesNames ? String(text.dropLast()) : text
                paths.append((try JSONPath(parsing: path, regularExpressions: regularExpressions), hidesNames))
            } catch {
                throw HiddenPathsError(path: text, reason: error.description)
            }
        }
        self.paths = paths
    }

    /// No paths.
    package static let none = HiddenPaths()

    private init() { (texts, paths) = ([], []) }

    package var isEmpty: Bool { paths.isEmpty }

    package static func hidesNames(_ path: String) -> Bool { path.utf8.last == UInt8(ascii: "~") }

    /// Returns the value with pseudonyms at these paths.
    ///
    /// Costs one walk over the value per path, and one more. If it throws, a path exceeds the work limit, and the value must not
    /// be written. `done` is hidden already; the arrays at `entries` encode sets or dictionaries, and are sorted again.
    package func hide(
        in value: JSON, except done: [JSONPointer] = [], sorting entries: [(place: JSONPointer, perEntry: Int)] = [],
        met: (_ path: Int, _ value: JSON, _ place: JSONLocation) -> Void = { _, _, _ in },
        _ pseudonym: (JSON) -> JSON
    ) throws(JSONPathError) -> JSON {
        var tree = HiddenPathTree()
        for (number, (path, names)) in paths.enumerated() {
            for node in try path.nodes(in: value) {
                met(number, node.value, node.path)
                tree.mark(node.path.pointer.tokens[...], names ? .names : .values)
            }
        }
        for (place, perEntry) in entries { tree.mark(place.tokens[...], perEntry == 1 ? .elements : .pairs) }
        if tree.isEmpty { return value }
        for pointer in done { tree.mark(pointer.tokens[...], .done) }
        return tree.rewritten(value, pseudonym)
    }
}

/// A path of a redaction is invalid.
package struct HiddenPathsError: Error, Equatable, CustomStringConvertible {
    /// The path.
    package let path: String
    /// The column and the problem.
    package let reason: String

    package var description: String { "the path \(path) cannot be hidden: \(reason)" }
}
