/// What is true or false of a value (RFC 9535, section 2.3.5).
package indirect enum PathExpression: Sendable {
    case or([PathExpression])
    case and([PathExpression])
    case not(PathExpression)
    case comparison(PathOperand, PathComparison, PathOperand)
    /// The path leads to something.
    case exists(PathQuery)
    /// The path leads to something that is not `false`.
    case isTrue(PathQuery)
    /// A function that is itself true or false: `match` or `search`.
    case function(PathFunction)
}
