/// An operator on two numbers, which RFC 9535 does not have.
package enum PathArithmetic: Unicode.Scalar, Sendable {
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"

    // The operators by precedence.
    static let sums = [add, subtract]
    static let products = [multiply, divide]

    /// Exact for whole numbers that fit `Int64` or `UInt64`, otherwise as `Double`. Nil on overflow, or if the divisor is zero.
    func of(_ left: JSONNumber, _ right: JSONNumber) -> JSONNumber? {
        if let one = Self.whole(left), let other = Self.whole(right) {
            if self != .divide { return whole(one, other) }
            if other == 0 { return nil }
            if one % other == 0 { return Self.number(one / other) }
        }
        let (one, other) = (left.double, right.double)
        guard one.isFinite, other.isFinite else { return nil }
        return switch self {
        case .add: JSONNumber(one + other)
        case .subtract: JSONNumber(one - other)
        case .multiply: JSONNumber(one * other)
        case .divide: other == 0 ? nil : JSONNumber(one / other)
        }
    }

    /// In any order exact if all numbers are whole and fit `Int64` or `UInt64`, otherwise as `Double`, from left to right. Nil on overflow.
    static func sum(of numbers: [JSONNumber]) -> JSONNumber? {
        let whole = numbers.compactMap(whole)
        if whole.count == numbers.count { return number(whole.reduce(0, +)) }
        return JSONNumber(numbers.reduce(0) { $0 + $1.double })
    }

    private func whole(_ one: Int128, _ other: Int128) -> JSONNumber? {
        switch self {
        case .add: return Self.number(one + other)
        case .subtract: return Self.number(one - other)
        default:
            let (product, overflows) = one.multipliedReportingOverflow(by: other)
            return overflows ? nil : Self.number(product)
        }
    }

    private static func whole(_ number: JSONNumber) -> Int128? {
        number.int64.map { Int128($0) } ?? number.uint64.map { Int128($0) }
    }

    private static func number(_ value: Int128) -> JSONNumber? {
        value >= Int128(Int64.min) && value <= Int128(UInt64.max) ? JSONNumber(value) : nil
    }
}
