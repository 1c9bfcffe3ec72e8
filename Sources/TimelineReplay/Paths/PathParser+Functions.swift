internal import TimelineKit

extension PathParser {
    private typealias Argument = (term: Term, start: Int)

    mutating func function(_ name: String, at start: Int) throws(JSONPathError) -> PathExpression.Function {
        let arguments = try nested { (parser) throws(JSONPathError) in try parser.arguments() }
        let arity = name == "match" || name == "search" ? 2 : 1
        let aggregate = isCondition ? PathExpression.Aggregate(rawValue: name) : nil
        guard aggregate != nil || ["length", "count", "value", "match", "search"].contains(name) else {
            let known =
                isCondition
                ? "length, count, match, search, value, sum, min or max" : "length, count, match, search or value"
            throw error("expected \(known), found \"\(name)\"", at: start)
        }
        guard arguments.count == arity else {
            let noun = arity == 1 ? "argument" : "arguments"
            throw error("expected \(arity) \(noun) of \(name), found \(arguments.count)", at: start)
        }
        let first = arguments[0]
        if let aggregate { return .aggregate(aggregate, try nodes(first)) }
        switch name {
        case "length": return .length(try operand(first.term, at: first.start))
        case "count": return .count(try nodes(first))
        case "value": return .value(try nodes(first))
        default:
            let text = try operand(first.term, at: first.start)
            return .matches(text, try pattern(arguments[1]), wholly: name == "match")
        }
    }

    private mutating func arguments() throws(JSONPathError) -> [Argument] {
        position += 1
        skipSpace()
        var arguments: [Argument] = []
        if take(")") { return arguments }
        repeat {
            skipSpace()
            let start = position
            arguments.append((try primary(), start))
            skipSpace()
        } while take(",")
        guard take(")") else { throw expected("a comma or )") }
        return arguments
    }

    private func nodes(_ argument: Argument) throws(JSONPathError) -> PathQuery {
        guard case .operand(.query(let query)) = argument.term else {
            throw error("expected a path as the argument", at: argument.start)
        }
        return query
    }

    private func pattern(_ argument: Argument) throws(JSONPathError) -> PathExpression.Pattern {
        let operand = try operand(argument.term, at: argument.start)
        guard case .literal(let value) = operand else { return .computed(operand) }
        do throws(RegularExpressionError) {
            guard let text = value.string else { throw .invalid }
            return .fixed(try IRegexp(parsing: text))
        } catch {
            switch error {
            case .tooLarge: return .tooLarge
            case .invalid where !isCondition: return .fixed(nil)
            case .invalid:
                let text = value.string.map { "'\($0)'" } ?? value.description
                throw self.error(
                    "\(text) is not a regular expression of RFC 9485, which has no \\d, \\s, \\w and \\b",
                    at: argument.start)
            }
        }
    }
}
