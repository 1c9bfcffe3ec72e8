extension PathParser {
    /// What can stand on either side of a comparison, or on its own, before it is known which.
    private enum Primary {
        case literal(JSON)
        case query(PathQuery)
        case function(PathFunction)
    }

    /// Takes a `logical-or-expr` (RFC 9535, section 2.3.5.1).
    mutating func disjunction() throws(JSONPathError) -> PathExpression {
        let parts = try list(separatedBy: "||") { (parser) throws(JSONPathError) in try parser.conjunction() }
        return parts.count == 1 ? parts[0] : .or(parts)
    }

    private mutating func conjunction() throws(JSONPathError) -> PathExpression {
        let parts = try list(separatedBy: "&&") { (parser) throws(JSONPathError) in try parser.basic() }
        return parts.count == 1 ? parts[0] : .and(parts)
    }

    private mutating func list(
        separatedBy separator: String, _ part: (inout PathParser) throws(JSONPathError) -> PathExpression
    ) throws(JSONPathError) -> [PathExpression] {
        var parts: [PathExpression] = []
        while true {
            parts.append(try part(&self))
            let before = place
            skipSpace()
            guard take(separator) else {
                place = before
                return parts
            }
            skipSpace()
        }
    }

    private mutating func basic() throws(JSONPathError) -> PathExpression {
        if next == "(" { return try parenthesized() }
        let isNegated = take("!")
        if isNegated {
            skipSpace()
            if next == "(" { return .not(try parenthesized()) }
        }
        let start = place
        let primary = try primary(isNegated ? "a path, a function or (" : "a value, a path or a function")
        let before = place
        skipSpace()
        if let comparison = comparison() {
            guard !isNegated else { throw error("write !(…) to negate a comparison", at: before) }
            let left = try operand(primary, at: start)
            skipSpace()
            let rightStart = place
            let right = try operand(try self.primary(), at: rightStart)
            return .comparison(left, comparison, right)
        }
        switch primary {
        case .literal:
            throw expected("a comparison after the value")
        case .query(let query):
            place = before
            return isNegated ? .not(.exists(query)) : .exists(query)
        case .function(let function):
            guard function.isLogical else { throw expected("a comparison after a function that gives a value") }
            place = before
            return isNegated ? .not(.function(function)) : .function(function)
        }
    }

    private mutating func parenthesized() throws(JSONPathError) -> PathExpression {
        try nested { (parser) throws(JSONPathError) in
            parser.place += 1
            parser.skipSpace()
            let expression = try parser.disjunction()
            parser.skipSpace()
            guard parser.take(")") else { throw parser.expected("an operator or )") }
            return expression
        }
    }

    private mutating func comparison() -> PathComparison? {
        for comparison in PathComparison.allCases where take(comparison.rawValue) { return comparison }
        return nil
    }

    private mutating func primary(_ what: String = "a value, a path or a function") throws(JSONPathError) -> Primary {
        switch next {
        case "$", "@": return .query(try query())
        case "'", "\"": return .literal(.string(try string()))
        case "-", .some("0"..."9"): return .literal(try number())
        case .some("a"..."z"):
            let start = place
            var word = ""
            while let scalar = next, ("a"..."z").contains(scalar) || scalar.isDigit || scalar == "_" {
                word.unicodeScalars.append(scalar)
                place += 1
            }
            if next == "(" { return .function(try function(word, at: start)) }
            switch word {
            case "true": return .literal(true)
            case "false": return .literal(false)
            case "null": return .literal(.null)
            default: throw error("expected \(what), found \"\(word)\"", at: start)
            }
        default: throw expected(what)
        }
    }

    /// What gives one value, for a comparison or as an argument: a literal, a path to one value, or a function.
    private func operand(_ primary: Primary, at start: Int) throws(JSONPathError) -> PathOperand {
        switch primary {
        case .literal(let value): return .literal(value)
        case .query(let query):
            guard query.isSingular else {
                throw error("expected a path to one value, found one that may lead to many", at: start)
            }
            return .query(query)
        case .function(let function):
            guard !function.isLogical else {
                throw error("expected a value, found a function that is true or false on its own", at: start)
            }
            return .function(function)
        }
    }

    // MARK: - Functions

    private typealias Argument = (primary: Primary, start: Int)

    /// Takes the arguments of a function, and checks their types (RFC 9535, section 2.4.3).
    private mutating func function(_ name: String, at start: Int) throws(JSONPathError) -> PathFunction {
        let arguments = try nested { (parser) throws(JSONPathError) in try parser.arguments() }
        let arity = name == "match" || name == "search" ? 2 : 1
        guard ["length", "count", "value", "match", "search"].contains(name) else {
            throw error("expected length, count, match, search or value, found \"\(name)\"", at: start)
        }
        guard arguments.count == arity else {
            let noun = arity == 1 ? "argument" : "arguments"
            throw error("expected \(arity) \(noun) of \(name), found \(arguments.count)", at: start)
        }
        let first = arguments[0]
        switch name {
        case "length": return .length(try operand(first.primary, at: first.start))
        case "count": return .count(try nodes(first))
        case "value": return .value(try nodes(first))
        default:
            let text = try operand(first.primary, at: first.start)
            return .matches(text, try pattern(arguments[1]), wholly: name == "match")
        }
    }

    private mutating func arguments() throws(JSONPathError) -> [Argument] {
        place += 1
        skipSpace()
        var arguments: [Argument] = []
        if take(")") { return arguments }
        repeat {
            skipSpace()
            let start = place
            arguments.append((try primary(), start))
            skipSpace()
        } while take(",")
        guard take(")") else { throw expected("a comma or )") }
        return arguments
    }

    private func nodes(_ argument: Argument) throws(JSONPathError) -> PathQuery {
        guard case .query(let query) = argument.primary else {
            throw error("expected a path as the argument", at: argument.start)
        }
        return query
    }

    private func pattern(_ argument: Argument) throws(JSONPathError) -> PathPattern {
        let operand = try operand(argument.primary, at: argument.start)
        guard case .literal(let value) = operand else { return .computed(operand) }
        return .fixed(value.string.flatMap { IRegexp(parsing: $0) })
    }
}
