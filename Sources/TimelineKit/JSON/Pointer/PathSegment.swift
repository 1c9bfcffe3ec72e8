/// What a part of a path selects: `.name`, `[*]`, `..[0]`.
package struct PathSegment<Selector: PathSelector>: Sendable {
    /// `..`: selects among the children of the descendants of a value, too.
    package let isDescendant: Bool
    package var selectors: [Selector]

    package init(isDescendant: Bool = false, _ selectors: [Selector]) {
        (self.isDescendant, self.selectors) = (isDescendant, selectors)
    }
}

package protocol PathSelector: Sendable {
    static var wildcard: Self { get }
    static func name(_ name: String) -> Self
}

/// A parser of the segments of RFC 9535, appendix A, with selectors of its own beside names and wildcards.
package protocol PathSegmentScanner: PathScanner {
    associatedtype Selector: PathSelector

    /// What may follow a point, and two of them, for an error.
    static var nameForms: (child: String, descendant: String) { get }

    mutating func otherSelector() throws(JSONPathError) -> Selector
}

extension PathSegmentScanner {
    /// Nil where no point or bracket comes next, or after white space, which is then not taken.
    package mutating func segment() throws(JSONPathError) -> PathSegment<Selector>? {
        let start = position
        skipSpace()
        let isDescendant = take("..")
        if take("[") { return PathSegment(isDescendant: isDescendant, try bracketed()) }
        guard isDescendant || take(".") else {
            position = start
            return nil
        }
        if take("*") { return PathSegment(isDescendant: isDescendant, [.wildcard]) }
        guard next?.startsName == true else {
            throw expected(isDescendant ? Self.nameForms.descendant : Self.nameForms.child)
        }
        return PathSegment(isDescendant: isDescendant, [.name(taken { $0.continuesName })])
    }

    private mutating func bracketed() throws(JSONPathError) -> [Selector] {
        var selectors: [Selector] = []
        repeat {
            skipSpace()
            selectors.append(try selector())
            skipSpace()
        } while take(",")
        guard take("]") else { throw expected("a comma or ]") }
        return selectors
    }

    private mutating func selector() throws(JSONPathError) -> Selector {
        if next == "'" || next == "\"" { return .name(try string()) }
        return take("*") ? .wildcard : try otherSelector()
    }
}
