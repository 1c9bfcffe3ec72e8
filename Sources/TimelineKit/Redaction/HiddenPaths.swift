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
    private let paths: [(path: JSONPath, names: Bool)]

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
                paths.append(
                    (
                        try JSONPath(
                            parsing: hidesNames ? String(text.dropLast()) : text, regularExpressions: regularExpressions
                        ),
                        hidesNames
                    ))
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
    /// Costs one walk over the value per path, and one more.
    ///
    /// - Parameters:
    ///   - done: The locations that are hidden already.
    ///   - entries: The arrays that encode sets or dictionaries, with the number of elements per entry. Their entries are
    ///     sorted again.
    ///   - met: Called for each node that a path selects, with the index of the path.
    ///   - pseudonym: Returns the pseudonym of a scalar value, or of a name.
    /// - Throws: `JSONPathError` if a path exceeds the work limit. The value must not be written then.
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

    /// The locations that the paths select. A path that exceeds the work limit selects none.
    package func locations(in value: JSON) -> HiddenPathTree {
        var tree = HiddenPathTree()
        for (path, names) in paths {
            for node in (try? path.nodes(in: value)) ?? [] {
                tree.mark(node.path.pointer.tokens[...], names ? .names : .values)
            }
        }
        return tree
    }

    /// The selected locations, in order, of values and names for which `isHidden` returns false.
    ///
    /// A location never shows a name that should be hidden: the location of the enclosing object is returned instead.
    ///
    /// - Parameter met: Called for each node that a path selects, with the index of the path.
    /// - Throws: `JSONPathError` if a path exceeds the work limit.
    package func exposed(
        in value: JSON, met: (_ path: Int, _ value: JSON) -> Void = { _, _ in }, unless isHidden: (JSON) -> Bool
    ) throws(JSONPathError) -> [JSONLocation] {
        try exposed(in: value, met: met, unless: isHidden, showing: isHidden)
    }

    /// The same with another condition for names in locations.
    ///
    /// - Parameter mayShow: Whether a location may show a name, since it is a pseudonym.
    package func exposed(
        in value: JSON, met: (_ path: Int, _ value: JSON) -> Void = { _, _ in }, unless isHidden: (JSON) -> Bool,
        showing mayShow: (JSON) -> Bool
    ) throws(JSONPathError) -> [JSONLocation] {
        var found: [JSONLocation] = []
        var named: Set<JSONPointer> = []
        for (number, (path, names)) in paths.enumerated() {
            for node in try path.nodes(in: value) {
                met(number, node.value)
                if names {
                    named.insert(node.path.pointer)
                    let isExposed = node.value.object?.members.contains { !isHidden(.string($0.key)) } ?? false
                    if isExposed { found.append(node.path) }
                } else {
                    Self.collect(node.value, at: node.path, unless: isHidden, into: &found)
                }
            }
        }
        if !named.isEmpty { found = found.map { Self.cut($0, before: named, unless: mayShow) } }
        var seen: Set<String> = []
        return found.filter { seen.insert($0.description).inserted }
    }

    /// The location, or that of its first enclosing object with a name that should be hidden and is not.
    private static func cut(
        _ place: JSONLocation, before named: Set<JSONPointer>, unless isHidden: (JSON) -> Bool
    ) -> JSONLocation {
        for (index, step) in place.steps.enumerated() {
            guard case .name(let name) = step, !isHidden(.string(name)) else { continue }
            let object = JSONLocation(Array(place.steps[..<index]))
            if named.contains(object.pointer) { return object }
        }
        return place
    }

    private static func collect(
        _ value: JSON, at place: JSONLocation, unless isHidden: (JSON) -> Bool, into found: inout [JSONLocation]
    ) {
        switch value {
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                collect(element, at: place.appending(.index(index)), unless: isHidden, into: &found)
            }
        case .object(let object):
            for member in object.members {
                collect(member.value, at: place.appending(.name(member.key)), unless: isHidden, into: &found)
            }
        default: if !isHidden(value) { found.append(place) }
        }
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
