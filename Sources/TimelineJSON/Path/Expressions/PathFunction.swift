/// A call of one of the functions that RFC 9535 defines (section 2.4).
package indirect enum PathFunction: Sendable {
    /// The scalars of a string, the elements of an array, the members of an object.
    case length(PathOperand)
    case count(PathQuery)
    case value(PathQuery)
    /// `match`, where the pattern must fit the whole text, or `search`, where a part will do.
    case matches(PathOperand, PathPattern, wholly: Bool)

    /// Whether the function gives truth (`LogicalType`) and no value (`ValueType`).
    var isLogical: Bool {
        if case .matches = self { true } else { false }
    }
}
