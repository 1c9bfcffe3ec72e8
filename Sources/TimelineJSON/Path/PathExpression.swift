/// A logical expression about a value (RFC 9535, section 2.3.5).
package indirect enum PathExpression: Sendable {
    case or([PathExpression])
    case and([PathExpression])
    case not(PathExpression)
    case comparison(Operand, Comparison, Operand)
    /// The path selects something.
    case exists(PathQuery)
    /// The path selects something that is not `false`.
    case isTrue(PathQuery)
    /// A function that is itself true or false: `match` or `search`.
    case function(Function)

    /// One value or Nothing: `ValueType` of RFC 9535, section 2.4.1.
    package indirect enum Operand: Sendable {
        case literal(JSON)
        /// A path that selects at most one value.
        case query(PathQuery)
        /// A function with a value: `length`, `count` or `value`.
        case function(Function)
        /// Operators of the same precedence, from left to right. A list and not a tree, since there may be many.
        case arithmetic(Operand, [(PathArithmetic, Operand)])
    }

    /// A comparison operator (RFC 9535, section 2.3.5.2.2).
    package enum Comparison: String, Sendable, CaseIterable {
        // The longer operators come first, since the parser takes the first that matches.
        case equal = "=="
        case notEqual = "!="
        case lessOrEqual = "<="
        case greaterOrEqual = ">="
        case less = "<"
        case greater = ">"
    }

    /// A call of one of the functions that RFC 9535 defines (section 2.4).
    package indirect enum Function: Sendable {
        /// The number of scalars of a string, elements of an array, or members of an object.
        case length(Operand)
        case count(PathQuery)
        case value(PathQuery)
        /// `match`, whose pattern must match the whole text, or `search`.
        case matches(Operand, Pattern, wholly: Bool)

        /// Whether the result is a `LogicalType` and not a `ValueType`.
        var isLogical: Bool {
            if case .matches = self { true } else { false }
        }
    }

    /// The regular expression of `match` and `search`.
    package enum Pattern: Sendable {
        /// A literal in the expression; nil if it is not a valid I-Regexp (RFC 9485), and so matches nothing.
        case fixed((any RegularExpression)?)
        /// A literal in the expression that is too large to compile.
        case tooLarge
        /// A pattern that is read from the value.
        case computed(Operand)
    }
}
