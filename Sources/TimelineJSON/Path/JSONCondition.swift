/// A question about a state: a filter expression of RFC 9535 (section 2.3.5) on its own, in which `$` and `@` are both
/// the state.
///
/// `$.cart.total < 0`, `count($.items[*]) > 10 && !$.user`, `$.items[?@.price < 0]`.
///
/// As in RFC 9535, a path on its own asks whether there is anything at that place: `$.done` holds where `done` is
/// `false` or `null`. Whoever means the value writes `$.done == true`.
package struct JSONCondition: Sendable, CustomStringConvertible {
    private let text: String
    private let expression: PathExpression

    /// The condition that `text` spells. White space may stand round it.
    package init(parsing text: String) throws(JSONPathError) {
        var parser = PathParser(text)
        expression = try parser.wholeCondition()
        self.text = text
    }

    package var description: String { text }

    /// The places that the condition compares with something and that are not there in `state`.
    ///
    /// Such a comparison is false of Nothing, which is right by RFC 9535, and most often a path misspelled.
    package func absentPlaces(in state: JSON) -> [JSONPointer] {
        expression.comparedQueries.compactMap(\.pointer).filter { state[$0] == nil }
    }

    /// Whether the condition holds for `state`.
    ///
    /// - Throws: `JSONPathError` where the work grows past `PathEvaluator.workLimit`: that is "can't tell".
    package func holds(for state: JSON) throws(JSONPathError) -> Bool {
        var evaluator = PathEvaluator(root: state)
        return try evaluator.holds(expression, for: state)
    }
}
