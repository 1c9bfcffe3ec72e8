/// What stands for one value or Nothing: `ValueType` of RFC 9535, section 2.4.1.
package indirect enum PathOperand: Sendable {
    case literal(JSON)
    /// A path which leads to one value at most.
    case query(PathQuery)
    /// A function that gives a value: `length`, `count` or `value`.
    case function(PathFunction)
    /// Operators that bind alike, from left to right. A list and no tree, since there may be many.
    case arithmetic(PathOperand, [(PathArithmetic, PathOperand)])
}
