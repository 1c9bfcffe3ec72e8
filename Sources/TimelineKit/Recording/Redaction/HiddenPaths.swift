package import TimelineJSON

/// The places in a value that are to be hidden: JSONPath expressions (RFC 9535), as people list them.
///
/// All that stands at a place or below it is hidden, except the names of members, which a program needs to read the value
/// back. Where they are values, as in a dictionary by e-mail address, a path with a `~` after it hides them, and only
/// them: `$.contacts~` hides the names, `$.contacts` the values, and both together all. (RFC 9535 has no word for a name.)
/// Expressions are worked out on the value as it is before anything in it is replaced.
package struct HiddenPaths: Sendable {
    /// The expressions, as they were written.
    package let texts: [String]

    /// Those that a header may name: not the ones with a filter, since what it compares with may be a value.
    package var harmlessTexts: [String] { texts.filter { !$0.contains("?") } }
    private let paths: [(path: JSONPath, names: Bool)]

    /// - Parameter regularExpressions: Compiles those of `match` and `search`; nil where the expressions may have none.
    /// - Throws: `HiddenPathsError` for the first expression that is none.
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

    /// No places.
    package static let none = HiddenPaths()

    private init() { (texts, paths) = ([], []) }

    package var isEmpty: Bool { paths.isEmpty }

    package static func hidesNames(_ path: String) -> Bool { path.utf8.last == UInt8(ascii: "~") }

    /// The value with pseudonyms in these places.
    ///
    /// Costs a walk over the value for each path, and one more.
    ///
    /// - Parameters:
    ///   - done: Places where pseudonyms stand already, and are left.
    ///   - entries: The arrays that are sets or dictionaries, with the number of elements of an entry: their entries are
    ///     sorted again.
    ///   - met: Told what each path leads to, and where that is, by the number of the path.
    ///   - pseudonym: What stands for a value without members or elements, or for a name.
    /// - Throws: `JSONPathError` where the work for a path grows past its limit: the value must not be written then.
    package func hide(
        in value: JSON, except done: [JSONPointer] = [], sorting entries: [(place: JSONPointer, perEntry: Int)] = [],
        met: (_ path: Int, _ value: JSON, _ place: JSONLocation) -> Void = { _, _, _ in },
        _ pseudonym: (JSON) -> JSON
    ) throws(JSONPathError) -> JSON {
        var tree = PlaceTree()
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

    /// The places that the paths lead to. A path that asks for too much work leads nowhere.
    package func places(in value: JSON) -> PlaceTree {
        var tree = PlaceTree()
        for (path, names) in paths {
            for node in (try? path.nodes(in: value)) ?? [] {
                tree.mark(node.path.pointer.tokens[...], names ? .names : .values)
            }
        }
        return tree
    }

    /// The places, in order, where a value or a name stands that `isHidden` says no to.
    ///
    /// A name that is to be hidden is not told: a place that it leads to, and the name itself, is told by its object's.
    ///
    /// - Parameter met: Told what each path leads to, by the number of the path.
    /// - Throws: `JSONPathError` where the work for a path grows past its limit: what stands there cannot be told then.
    package func exposed(
        in value: JSON, met: (_ path: Int, _ value: JSON) -> Void = { _, _ in }, unless isHidden: (JSON) -> Bool
    ) throws(JSONPathError) -> [JSONLocation] {
        try exposed(in: value, met: met, unless: isHidden, telling: isHidden)
    }

    /// The same where a name on the way to a place may be told that `isHidden` says no to.
    ///
    /// - Parameter mayBeTold: Whether a name that is to be hidden may be told, since it is a pseudonym.
    package func exposed(
        in value: JSON, met: (_ path: Int, _ value: JSON) -> Void = { _, _ in }, unless isHidden: (JSON) -> Bool,
        telling mayBeTold: (JSON) -> Bool
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
        if !named.isEmpty { found = found.map { Self.cut($0, before: named, unless: mayBeTold) } }
        var seen: Set<String> = []
        return found.filter { seen.insert($0.description).inserted }
    }

    /// The place, or that of the first object on the way whose names are to be hidden and whose next one is not.
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

/// Why a path that was listed to be hidden cannot be used.
package struct HiddenPathsError: Error, Equatable, CustomStringConvertible {
    /// The path, as it was written.
    package let path: String
    /// At which column, and what is wrong there.
    package let reason: String

    package var description: String { "the path \(path) cannot be hidden: \(reason)" }
}
