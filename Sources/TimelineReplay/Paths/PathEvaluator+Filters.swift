package import TimelineKit

extension PathEvaluator {
    package mutating func holds(_ expression: PathExpression, for current: JSON) throws(JSONPathError) -> Bool {
        switch expression {
        case .or(let parts):
            for part in parts where try holds(part, for: current) { return true }
            return false
        case .and(let parts):
            for part in parts where try !holds(part, for: current) { return false }
            return true
        case .not(let part): return try !holds(part, for: current)
        case .exists(let query): return try !values(of: query, from: current).isEmpty
        case .isTrue(let query):
            return try values(of: query, from: current).contains { if case .bool(false) = $0 { false } else { true } }
        case .function(let function): return try holds(function, for: current)
        case .comparison(let left, let comparison, let right):
            return try holds(comparison, try result(of: left, for: current), try result(of: right, for: current))
        }
    }

    /// A nil value is Nothing. What arithmetic gives with decimals may differ from the value, which it gives with doubles.
    private typealias Result = (value: JSON?, decimal: JSONNumber?)

    private mutating func result(of operand: PathExpression.Operand, for current: JSON) throws(JSONPathError) -> Result
    {
        switch operand {
        case .literal(let value): (value, nil)
        case .query(let query): (try value(of: query, from: current), nil)
        case .function(.aggregate(let aggregate, let query)): try result(of: aggregate, query, for: current)
        case .function(let function): (try value(of: function, for: current), nil)
        case .arithmetic(let first, let rest): try result(of: first, rest, for: current)
        }
    }

    private mutating func result(
        of first: PathExpression.Operand, _ rest: [(PathArithmetic, PathExpression.Operand)], for current: JSON
    ) throws(JSONPathError) -> Result {
        let start = try result(of: first, for: current)
        guard case .number(var result) = start.value else { return (nil, nil) }
        var decimal: JSONNumber? = start.decimal ?? result
        for (arithmetic, operand) in rest {
            let (value, otherDecimal) = try self.result(of: operand, for: current)
            guard case .number(let other) = value else { return (nil, nil) }
            try spend(1 + (result.text.utf8.count + other.text.utf8.count) / 16)
            guard let next = arithmetic.of(result, other) else { return (nil, nil) }
            decimal = decimal.flatMap { arithmetic.decimal($0, otherDecimal ?? other) }
            result = next
        }
        return (.number(result), decimal)
    }

    private mutating func result(
        of aggregate: PathExpression.Aggregate, _ query: PathQuery, for current: JSON
    ) throws(JSONPathError) -> Result {
        var numbers: [JSONNumber] = []
        for value in try values(of: query, from: current) {
            guard case .number(let number) = value else { return (nil, nil) }
            try spend(1 + number.text.utf8.count / 16)
            numbers.append(number)
        }
        switch aggregate {
        case .sum: return PathArithmetic.sum(of: numbers).map { (.number($0.double), $0.decimal) } ?? (nil, nil)
        case .min: return (numbers.min().map { .number($0) }, nil)
        case .max: return (numbers.max().map { .number($0) }, nil)
        }
    }

    private mutating func value(of function: PathExpression.Function, for current: JSON) throws(JSONPathError) -> JSON?
    {
        switch function {
        case .length(let operand):
            switch try result(of: operand, for: current).value {
            case .string(let text):
                try spend(text.utf8.count / 64)
                return .number(JSONNumber(text.unicodeScalars.count))
            case .array(let elements): return .number(JSONNumber(elements.count))
            case .object(let object): return .number(JSONNumber(object.count))
            default: return nil
            }
        case .count(let query): return .number(JSONNumber(try values(of: query, from: current).count))
        case .value(let query):
            let values = try values(of: query, from: current)
            // Not a ternary operator: there, the compiler would infer `nil` as the JSON null.
            guard values.count == 1 else { return nil }
            return values[0]
        case .aggregate(let aggregate, let query): return try result(of: aggregate, query, for: current).value
        case .matches: return nil
        }
    }

    private mutating func holds(_ function: PathExpression.Function, for current: JSON) throws(JSONPathError) -> Bool {
        guard case .matches(let operand, let pattern, let wholly) = function,
            case .string(let text) = try result(of: operand, for: current).value
        else { return false }
        var expression: IRegexp?
        switch pattern {
        case .fixed(let fixed): expression = fixed
        case .tooLarge: throw Self.patternTooLarge
        case .computed(let operand):
            guard case .string(let text) = try result(of: operand, for: current).value else { return false }
            expression = try self.pattern(text)
        }
        guard let expression else { return false }
        // Charges a quarter of the worst case, every scalar with every instruction, because most attempts end early.
        let (steps, overflows) = (text.utf8.count / 4).multipliedReportingOverflow(by: expression.size)
        try spend(overflows ? .max : steps)
        return expression.matches(text, wholly: wholly)
    }

    /// Compares by RFC 9535, section 2.3.5.2.2: Nothing equals only Nothing, and only numbers and strings are ordered.
    /// What arithmetic gave is ordered if it is with doubles and with decimals, and equal otherwise.
    private mutating func holds(
        _ comparison: PathExpression.Comparison, _ left: Result, _ right: Result
    ) throws(JSONPathError) -> Bool {
        switch comparison {
        case .equal: try isEqual(left, right)
        case .notEqual: try !isEqual(left, right)
        case .less: try isLess(left, right)
        case .greater: try isLess(right, left)
        case .lessOrEqual: try isLess(left, right) ? true : isEqual(left, right)
        case .greaterOrEqual: try isLess(right, left) ? true : isEqual(left, right)
        }
    }

    private mutating func isLess(_ left: Result, _ right: Result) throws(JSONPathError) -> Bool {
        switch (left.value, right.value) {
        case (.number(let a), .number(let b)):
            try spend(1 + (a.text.utf8.count + b.text.utf8.count) / 16)
            return a < b && left.decimal ?? a < right.decimal ?? b
        case (.string(let a), .string(let b)):
            try spend(1 + min(a.utf8.count, b.utf8.count) / 64)
            // The order of UTF-8 is that of Unicode scalars.
            return a.utf8.lexicographicallyPrecedes(b.utf8)
        default: return false
        }
    }

    private mutating func isEqual(_ left: Result, _ right: Result) throws(JSONPathError) -> Bool {
        switch (left.value, right.value) {
        case (nil, nil): true
        case (.number, .number) where left.decimal != nil || right.decimal != nil:
            try isLess(left, right) ? false : !isLess(right, left)
        case (let a?, let b?): try isEqual(a, b)
        default: false
        }
    }

    /// Like `==` of `JSON`, but charges its cost to the work limit: a filter can compare large values many times.
    private mutating func isEqual(_ left: JSON, _ right: JSON) throws(JSONPathError) -> Bool {
        try spend(1)
        switch (left, right) {
        case (.array(let a), .array(let b)):
            guard a.count == b.count else { return false }
            for (one, other) in zip(a, b) { guard try isEqual(one, other) else { return false } }
            return true
        case (.object(let a), .object(let b)):
            guard a.count == b.count else { return false }
            for member in a.members {
                guard let other = b[member.key], try isEqual(member.value, other) else { return false }
            }
            return true
        case (.string(let a), .string(let b)):
            try spend(min(a.utf8.count, b.utf8.count) / 64)
            return a.isExactly(b)
        case (.number(let a), .number(let b)):
            try spend((a.text.utf8.count + b.text.utf8.count) / 16)
            return a == b
        default: return left == right
        }
    }
}
