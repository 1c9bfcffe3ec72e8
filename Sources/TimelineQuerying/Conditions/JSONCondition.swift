package import TimelineJSON

/// A question about a value: a filter expression of RFC 9535 (section 2.3.5) on its own, in which `$` and `@` are both
/// the value.
///
/// `$.cart.total - $.cart.paid < 0`, `count($.items[*]) > 10 && !$.user`, `$.items[?@.price < 0 && !@.gift]`.
///
/// It differs from RFC 9535 where people expect it, in the filters inside of it too:
///
/// - A path on its own is true if any value that it selects is not `false`. So `$.isPaying` asks whether somebody is
///   paying, where RFC 9535 asks whether there is such a member. `null` is not `false`.
/// - `+ - * /` work on numbers, `*` and `/` before `+` and `-`, and those before comparisons; values may stand in
///   parentheses. A value that is no number, an overflow and a division by zero give Nothing, which is equal to no value
///   and neither less nor greater than any.
/// - A regular expression in quotes that is none is an error, and no pattern that fits nothing.
package struct JSONCondition: Sendable, CustomStringConvertible {
    private let text: String
    let expression: PathExpression

    /// The condition that `text` spells. White space may stand round it.
    package init(parsing text: String) throws(JSONPathError) {
        var parser = PathParser(text, regularExpressions: IRegexp.compiler)
        expression = try parser.wholeCondition()
        self.text = text
    }

    package var description: String { text }

    /// Whether the condition holds for `value`.
    ///
    /// - Throws: `JSONPathError` where the work grows past `PathEvaluator.workLimit`, or a regular expression is too large
    ///   to be tried: that is "can't tell".
    package func holds(for value: JSON) throws(JSONPathError) -> Bool {
        var evaluator = PathEvaluator(root: value, regularExpressions: IRegexp.compiler)
        return try evaluator.holds(expression, for: value)
    }
}
