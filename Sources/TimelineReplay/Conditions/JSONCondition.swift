package import TimelineKit

/// A filter expression of RFC 9535 (section 2.3.5) on its own, in which both `$` and `@` are the value: `$.cart.total < 0`.
///
/// It extends RFC 9535, also in the filters inside it:
///
/// - A path on its own is true if any value that it selects is not `false`: `$.isPaying` tests the value. `null` is not `false`.
/// - `+ - * /` work on numbers. An operand that is not a number, an overflow and a division by zero give Nothing, which is equal
///   to no value and neither less nor greater than any.
/// - `sum`, `min` and `max` take a path, as `count` does, and are Nothing if it selects anything but numbers. The sum of no
///   numbers is 0, their least and greatest are Nothing.
/// - An invalid regular expression in quotes is an error; in RFC 9535 it matches nothing.
package struct JSONCondition: Sendable, CustomStringConvertible {
    private let text: String
    let expression: PathExpression

    package init(parsing text: String) throws(JSONPathError) {
        var parser = PathParser(text)
        expression = try parser.wholeCondition()
        self.text = text
    }

    package var description: String { text }

    package func holds(for value: JSON) throws(JSONPathError) -> Bool {
        var evaluator = PathEvaluator(root: value)
        return try evaluator.holds(expression, for: value)
    }

    /// Of the top level; nil if a path does not begin with a name. A value without these members gives the same result as an empty object.
    package var memberNames: Set<String>? {
        let names = expression.paths().map { $0.leadingNames.first }
        return names.contains(nil) ? nil : Set(names.compactMap(\.self))
    }

    /// Without all other members, a value gives the same result and unseen paths.
    package var members: MemberTree { MemberTree(expression.paths().map(\.leadingNames)) }
}

extension PathQuery {
    var leadingNames: [String] {
        var names: [String] = []
        for segment in segments {
            guard !segment.isDescendant, segment.selectors.count == 1, case .name(let name) = segment.selectors[0]
            else { break }
            names.append(name)
        }
        return names
    }
}
