/// What picks children of a value (RFC 9535, section 2.3).
package enum PathSelector: Sendable {
    case name(String)
    case wildcard
    /// An element; from the end where negative.
    case index(Int)
    case slice(PathSlice)
    /// The children for which the expression holds.
    case filter(PathExpression)
}
