internal import TimelineKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An operator on two numbers, which RFC 9535 does not have.
package enum PathArithmetic: String, Sendable, CaseIterable {
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"

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

    /// As an app computes it with `Decimal`: to 38 digits. Nil if one is out of its range, or the divisor is zero.
    func decimal(_ left: JSONNumber, _ right: JSONNumber) -> JSONNumber? {
        guard let one = Decimal(string: left.text), let other = Decimal(string: right.text) else { return nil }
        return switch self {
        case .add: Self.number(one + other)
        case .subtract: Self.number(one - other)
        case .multiply: Self.number(one * other)
        case .divide: other == 0 ? nil : Self.number(one / other)
        }
    }

    /// In any order exact if all numbers are whole and fit `Int64` or `UInt64`, otherwise from left to right, as `Double` and as
    /// `Decimal`. Nil on overflow.
    static func sum(of numbers: [JSONNumber]) -> (double: JSONNumber, decimal: JSONNumber?)? {
        let whole = numbers.compactMap(whole)
        if whole.count == numbers.count { return number(whole.reduce(0, +)).map { ($0, nil) } }
        let decimals = numbers.compactMap { Decimal(string: $0.text) }
        let decimal = decimals.count == numbers.count ? number(decimals.reduce(0, +)) : nil
        return JSONNumber(numbers.reduce(0) { $0 + $1.double }).map { ($0, decimal) }
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

    private static func number(_ value: Decimal) -> JSONNumber? {
        value.isNaN ? nil : JSONNumber(text: value.description)
    }

    private static func number(_ value: Int128) -> JSONNumber? {
        value >= Int128(Int64.min) && value <= Int128(UInt64.max) ? JSONNumber(value) : nil
    }
}
