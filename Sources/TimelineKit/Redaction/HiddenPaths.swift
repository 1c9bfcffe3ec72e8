/// The paths of values to hide, as `Redaction` describes them. They are evaluated before anything is replaced.
package struct HiddenPaths: Sendable {
    package let texts: [String]

    /// The expressions that a header may show: those without a filter, which may hold a value.
    package var publicTexts: [String] { texts.filter { !$0.contains("?") } }

    package let paths: [(path: JSONPath, names: Bool)]

    /// Without `regularExpressions`, the paths may not use `match` and `search`.
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

    package static let none = HiddenPaths()

    private init() { (texts, paths) = ([], []) }

    package var isEmpty: Bool { paths.isEmpty }

    package static func hidesNames(_ path: String) -> Bool { path.utf8.last == UInt8(ascii: "~") }

    /// Throws if a path exceeds the work limit. The arrays at `entries` encode sets or dictionaries, and are sorted again.
    func hide(
        in value: JSON, except done: [JSONPointer] = [], sorting entries: [(place: JSONPointer, perEntry: Int)] = [],
        _ pseudonym: (JSON) -> JSON
    ) throws(JSONPathError) -> JSON {
        var tree = HiddenPathTree()
        for (path, names) in paths {
            for node in try path.nodes(in: value) {
                tree.mark(node.path.pointer.tokens[...], names ? .names : .values)
            }
        }
        for (place, perEntry) in entries { tree.mark(place.tokens[...], perEntry == 1 ? .elements : .pairs) }
        if tree.isEmpty { return value }
        for pointer in done { tree.mark(pointer.tokens[...], .done) }
        return tree.rewritten(value) { value, _ in pseudonym(value) }
    }
}

package struct HiddenPathsError: Error, Equatable, CustomStringConvertible {
    package let path: String
    package let reason: String

    package var description: String { "the path \(path) cannot be hidden: \(reason)" }
}
