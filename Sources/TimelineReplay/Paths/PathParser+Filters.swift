internal import TimelineKit

extension PathParser {
    enum Term {
        /// Perhaps of more than one value: see `operand(_:at:)`.
        case operand(PathExpression.Operand)
        case test(PathExpression)
    }

    mutating func filter() throws(JSONPathError) -> PathExpression {
        let term = try disjunction()
        return try test(term)
    }

    private mutating func disjunction() throws(JSONPathError) -> Term {
        try tests(separatedBy: "||", PathExpression.or) { (parser) throws(JSONPathError) in
            try parser.tests(separatedBy: "&&", PathExpression.and) { (parser) throws(JSONPathError) in
                try parser.basic()
            }
        }
    }

    private mutating func tests(
        separatedBy separator: String, _ joined: ([PathExpression]) -> PathExpression,
        _ part: (inout PathParser) throws(JSONPathError) -> Term
    ) throws(JSONPathError) -> Term {
        var parts: [PathExpression] = []
        while true {
            let term = try part(&self)
            var rest = self
            guard rest.takeAfterSpace(separator) else {
                return parts.isEmpty ? term : .test(joined(parts + [try test(term)]))
            }
            parts.append(try test(term))
            self = rest
            skipSpace()
        }
    }

    private mutating func basic() throws(JSONPathError) -> Term {
        if next == "!" { return .test(.not(try negated())) }
        if !isCondition, next == "(" { return try parenthesized() }
        let start = position
        let left = try sum()
        guard let comparison = comparison() else { return left }
        let one = try operand(left, at: start)
        skipSpace()
        let rightStart = position
        return .test(.comparison(one, comparison, try operand(try sum(), at: rightStart)))
    }

    private mutating func negated() throws(JSONPathError) -> PathExpression {
        position += 1
        skipSpace()
        let term = next == "(" ? try parenthesized() : try primary("a path, a function or (")
        var rest = self
        let isCompared = rest.comparison() != nil
        if isCompared || isCondition && rest.arithmetic(PathArithmetic.allCases) != nil {
            throw error("write !(…) to negate a comparison", at: position)
        }
        return try test(term)
    }

    private mutating func parenthesized() throws(JSONPathError) -> Term {
        try nested { (parser) throws(JSONPathError) in
            parser.position += 1
            parser.skipSpace()
            let term = try parser.disjunction()
            parser.skipSpace()
            // RFC 9535 allows only a test in parentheses.
            let inner = parser.isCondition ? term : .test(try parser.test(term))
            guard parser.take(")") else { throw parser.expected("an operator or )") }
            return inner
        }
    }

    private mutating func comparison() -> PathExpression.Comparison? {
        PathExpression.Comparison.allCases.first { takeAfterSpace($0.rawValue) }
    }

    private mutating func arithmetic(_ operators: [PathArithmetic]) -> PathArithmetic? {
        operators.first { takeAfterSpace($0.rawValue) }
    }

    private mutating func sum() throws(JSONPathError) -> Term {
        if !isCondition { return try primary() }
        return try operands([.add, .subtract]) { (parser) throws(JSONPathError) in
            try parser.operands([.multiply, .divide]) { (parser) throws(JSONPathError) in try parser.signed() }
        }
    }

    private mutating func operands(
        _ operators: [PathArithmetic], _ part: (inout PathParser) throws(JSONPathError) -> Term
    ) throws(JSONPathError) -> Term {
        let start = position
        let first = try part(&self)
        var rest: [(PathArithmetic, PathExpression.Operand)] = []
        while let arithmetic = arithmetic(operators) {
            // An error of the first operand comes before those of the next.
            if rest.isEmpty { _ = try operand(first, at: start) }
            skipSpace()
            let next = position
            rest.append((arithmetic, try operand(try part(&self), at: next)))
        }
        return rest.isEmpty ? first : .operand(.arithmetic(try operand(first, at: start), rest))
    }

    /// The sign of a number is part of the number.
    private mutating func signed() throws(JSONPathError) -> Term {
        guard next == "-", position + 1 == scalars.count || !scalars[position + 1].isDigit else { return try primary() }
        return try nested { (parser) throws(JSONPathError) in
            parser.position += 1
            parser.skipSpace()
            let start = parser.position
            let value = try parser.operand(try parser.signed(), at: start)
            return .operand(.arithmetic(.literal(0), [(.subtract, value)]))
        }
    }

    mutating func primary(_ what: String = "a value, a path or a function") throws(JSONPathError) -> Term {
        switch next {
        case "$", "@": return .operand(.query(try query()))
        case "'", "\"": return .operand(.literal(.string(try string())))
        case "-", .some("0"..."9"): return .operand(.literal(try number()))
        case "(" where isCondition: return try parenthesized()
        case .some("a"..."z"):
            let start = position
            let word = taken { ("a"..."z").contains($0) || $0.isDigit || $0 == "_" }
            if next == "(" { return .operand(.function(try function(word, at: start))) }
            switch word {
            case "true": return .operand(.literal(true))
            case "false": return .operand(.literal(false))
            case "null": return .operand(.literal(.null))
            default: throw error("expected \(what), found \"\(word)\"", at: start)
            }
        default: throw expected(what)
        }
    }

    private func test(_ term: Term) throws(JSONPathError) -> PathExpression {
        func comparison(after what: String) -> JSONPathError {
            var rest = self
            rest.skipSpace()
            return rest.expected("a comparison after \(what)")
        }
        switch term {
        case .test(let expression): return expression
        case .operand(.query(let query)): return isCondition ? .isTrue(query) : .exists(query)
        case .operand(.function(let function)):
            guard function.isLogical else { throw comparison(after: "a function with a value") }
            return .function(function)
        case .operand: throw comparison(after: "the value")
        }
    }

    func operand(_ term: Term, at start: Int) throws(JSONPathError) -> PathExpression.Operand {
        switch term {
        case .operand(.query(let query)) where !query.isSingular:
            throw error("expected a path to one value, found one that may select many", at: start)
        case .operand(.function(let function)) where function.isLogical:
            throw error("expected a value, found a function that is true or false", at: start)
        case .operand(let operand): return operand
        case .test: throw error("expected a value, found a test", at: start)
        }
    }
}
