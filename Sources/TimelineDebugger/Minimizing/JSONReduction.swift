package import TimelineKit

/// The order of the attempts depends on the value alone. A value that the program cannot decode fails no test.
package enum JSONReduction {
    /// A smaller value that fails as `value` does.
    @discardableResult
    package static func reduce(_ value: JSON, _ fails: (JSON) throws -> Bool) throws -> JSON {
        switch value {
        case .null, .bool(false): return value
        case .bool(true): return try fails(false) ? false : value
        case .number(let number): return .number(try reduce(number) { try fails(.number($0)) })
        case .string(let text):
            let characters = try reduce(Array(text)) { try fails(.string(String($0))) }
            return .string(String(characters))
        case .array(let elements):
            var kept = try reduce(elements) { try fails(.array($0)) }
            for index in kept.indices {
                kept[index] = try reduce(kept[index]) { element in
                    var candidate = kept
                    candidate[index] = element
                    return try fails(.array(candidate))
                }
            }
            return .array(kept)
        case .object(var object):
            let keys = object.members.sortedByKey().map(\.key)
            for key in keys {
                var candidate = object
                candidate[key] = nil
                if try fails(.object(candidate)) { object = candidate }
            }
            for key in keys {
                guard let member = object[key] else { continue }
                object[key] = try reduce(member) { value in
                    var candidate = object
                    candidate[key] = value
                    return try fails(.object(candidate))
                }
            }
            return .object(object)
        }
    }

    private static func reduce<Element>(
        _ elements: [Element], _ fails: ([Element]) throws -> Bool
    ) throws -> [Element] {
        // The shortest is the likeliest where the content does not matter.
        if elements.isEmpty { return elements }
        if try fails([]) { return [] }
        var search = DeltaDebugging(causes: elements.map { _ in nil })
        _ = try search.minimize { part in
            let candidate = part.ranges.flatMap { elements[$0] }
            return try !candidate.isEmpty && fails(candidate) ? .bad(last: elements.count - 1) : .good
        }
        return search.kept.ranges.flatMap { elements[$0] }
    }

    /// Zero, else by halving the distance to it; of a fraction, the whole part.
    private static func reduce(_ number: JSONNumber, _ fails: (JSONNumber) throws -> Bool) throws -> JSONNumber {
        let zero = JSONNumber(0)
        if number == zero { return number }
        if try fails(zero) { return zero }
        guard let value = number.int64 else {
            guard let whole = Int64(exactly: number.double.rounded(.towardZero)), whole != 0 else { return number }
            return try fails(JSONNumber(whole)) ? try reduce(JSONNumber(whole), fails) : number
        }
        if value < 0 && value != .min, try fails(JSONNumber(-value)) { return try reduce(JSONNumber(-value), fails) }
        // Zero does not fail, and `high` does.
        var (low, high) = (0 as Int64, value)
        while (high - low).magnitude > 1 {
            let middle = low + (high - low) / 2
            if try fails(JSONNumber(middle)) { high = middle } else { low = middle }
        }
        return high == value ? number : JSONNumber(high)
    }
}
