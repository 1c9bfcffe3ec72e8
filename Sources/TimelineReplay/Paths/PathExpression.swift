package import TimelineKit

/// A logical expression about a value (RFC 9535, section 2.3.5).
package indirect enum PathExpression: Sendable {
    case or([PathExpression])
    case and([PathExpression])
    case not(PathExpression)
    case comparison(Operand, Comparison, Operand)
    case exists(PathQuery)
    case isTrue(PathQuery)
    case function(Function)

    /// One value or Nothing: `ValueType` of RFC 9535, section 2.4.1.
    package indirect enum Operand: Sendable {
        case literal(JSON)
        case query(PathQuery)
        case function(Function)
        /// From left to right. A list and not a tree, since there may be many.
        case arithmetic(Operand, [(PathArithmetic, Operand)])
    }

    package enum Comparison: String, Sendable, CaseIterable {
        /// In the order in which the parser tries them: `<=` before `<`.
        case equal = "=="
        case notEqual = "!="
        case lessOrEqual = "<="
        case greaterOrEqual = ">="
        case less = "<"
        case greater = ">"
    }

    package indirect enum Function: Sendable {
        /// Scalars of a string, elements of an array, members of an object.
        case length(Operand)
        case count(PathQuery)
        case value(PathQuery)
        case aggregate(Aggregate, PathQuery)
        /// `match`, whose pattern must match the whole text, or `search`.
        case matches(Operand, Pattern, wholly: Bool)

        var isLogical: Bool { if case .matches = self { true } else { false } }
    }

    /// A function of the numbers that a path selects, which RFC 9535 does not have: Nothing if another value is among them.
    package enum Aggregate: String, Sendable, CaseIterable {
        /// 0 if there are none.
        case sum
        // Nothing if there are none.
        case min, max
    }

    package enum Pattern: Sendable {
        /// Nil if it is invalid, so that it matches nothing.
        case fixed(IRegexp?)
        case tooLarge
        case computed(Operand)
    }
}
