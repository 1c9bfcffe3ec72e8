/// What is true or false of a value (RFC 9535, section 2.3.5).
indirect enum PathExpression: Sendable {
    case or([PathExpression])
    case and([PathExpression])
    case not(PathExpression)
    case comparison(PathOperand, PathComparison, PathOperand)
    /// The path leads to something.
    case exists(PathQuery)
    /// A function that is itself true or false: `match` or `search`.
    case function(PathFunction)
}

extension PathExpression {
    /// The paths that are compared with something, where the whole expression is asked of one value.
    var comparedQueries: [PathQuery] {
        switch self {
        case .or(let parts), .and(let parts): parts.flatMap(\.comparedQueries)
        case .not(let part): part.comparedQueries
        case .comparison(let one, _, let other): [one, other].compactMap(\.query)
        case .exists, .function: []
        }
    }
}

extension PathOperand {
    fileprivate var query: PathQuery? {
        if case .query(let query) = self { query } else { nil }
    }
}
