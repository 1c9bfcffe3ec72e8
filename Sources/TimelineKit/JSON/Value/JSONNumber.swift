/// A JSON number with its text, compared by its exact decimal value: `1`, `1.0` and `10e-1` are equal, and `9007199254740993` is not
/// `9007199254740992`. Exponents beyond ±10^18 count as ±10^18.
package struct JSONNumber: Sendable {
    private static let exponentLimit: Int64 = 1_000_000_000_000_000_000

    package let text: String

    package init(unchecked text: String) { self.text = text }

    package init?(text: String) {
        var text = text
        let isNumber = text.withUTF8 { bytes in
            guard let tape = try? JSONTape(bytes) else { return false }
            return [.int, .number].contains(tape.kind(0)) && tape.range(of: 0) == bytes.indices
        }
        guard isNumber else { return nil }
        self.text = text
    }

    package init(_ value: some BinaryInteger) { text = String(value) }

    /// In the shortest text that reads back as the same `Double`; nil for NaN and the infinities.
    package init?(_ value: Double) {
        guard value.isFinite else { return nil }
        let text = value.description
        self.text = text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    package var int64: Int64? {
        Int64(text) ?? bits(from: Int128(Int64.min), through: UInt128(Int64.max)).map { Int64(truncatingIfNeeded: $0) }
    }

    package var uint64: UInt64? { bits(from: 0, through: UInt128(UInt64.max)).map { UInt64(truncatingIfNeeded: $0) } }

    /// An infinity if the number is out of range.
    package var double: Double { Double(text) ?? .nan }

    /// The two's complement; nil unless the value is whole and in this range.
    func bits(from least: Int128, through greatest: UInt128) -> UInt128? {
        let decimal = Decimal(text)
        guard decimal.exponent >= 0, decimal.magnitude <= 39 else { return nil }
        var magnitude: UInt128 = 0
        for position in 0..<Int(decimal.magnitude) {
            let digit = position < decimal.digits.count ? decimal.digits[position] &- UInt8(ascii: "0") : 0
            let (product, overflows) = magnitude.multipliedReportingOverflow(by: 10)
            let (sum, carries) = product.addingReportingOverflow(UInt128(digit))
            if overflows || carries { return nil }
            magnitude = sum
        }
        if decimal.isNegative { return magnitude <= least.magnitude ? 0 &- magnitude : nil }
        return magnitude <= greatest ? magnitude : nil
    }

    /// `digits` × 10^`exponent`, with no zero at either end of the digits.
    private struct Decimal {
        var isNegative = false
        var digits: [UInt8] = []
        var exponent: Int64 = 0

        init(_ text: String) {
            var bytes = text.utf8[...]
            if bytes.first == UInt8(ascii: "-") {
                isNegative = true
                bytes = bytes.dropFirst()
            }
            var fraction: Int64 = 0
            var inFraction = false
            while let byte = bytes.first, byte != UInt8(ascii: "e"), byte != UInt8(ascii: "E") {
                bytes = bytes.dropFirst()
                if byte == UInt8(ascii: ".") {
                    inFraction = true
                } else {
                    digits.append(byte)
                    if inFraction { fraction += 1 }
                }
            }
            if !bytes.isEmpty {
                let written = bytes.dropFirst()
                // No text has enough digits to make up for such an exponent.
                let limit = JSONNumber.exponentLimit
                let isSmall = written.first == UInt8(ascii: "-")
                exponent = Int64(Substring(written)).map { max(-limit, min(limit, $0)) } ?? (isSmall ? -limit : limit)
            }
            exponent -= fraction
            while digits.last == UInt8(ascii: "0") {
                digits.removeLast()
                exponent += 1
            }
            digits = Array(digits.drop { $0 == UInt8(ascii: "0") })
            if digits.isEmpty {
                exponent = 0
                isNegative = false
            }
        }

        /// The power of ten just above the number: 3 for 123.
        var magnitude: Int64 { exponent + Int64(digits.count) }
    }
}

extension JSONNumber: Comparable, Hashable {
    package static func == (one: JSONNumber, other: JSONNumber) -> Bool {
        if one.text == other.text { return true }
        if let a = Int64(one.text), let b = Int64(other.text) { return a == b }
        let a = Decimal(one.text)
        let b = Decimal(other.text)
        return a.isNegative == b.isNegative && a.exponent == b.exponent && a.digits == b.digits
    }

    package static func < (one: JSONNumber, other: JSONNumber) -> Bool {
        if let a = Int64(one.text), let b = Int64(other.text) { return a < b }
        let a = Decimal(one.text)
        let b = Decimal(other.text)
        if a.isNegative != b.isNegative { return a.isNegative }
        return a.isNegative ? isSmaller(b, than: a) : isSmaller(a, than: b)
    }

    private static func isSmaller(_ a: Decimal, than b: Decimal) -> Bool {
        if a.digits.isEmpty || b.digits.isEmpty { return a.digits.isEmpty && !b.digits.isEmpty }
        if a.magnitude != b.magnitude { return a.magnitude < b.magnitude }
        return a.digits.lexicographicallyPrecedes(b.digits)
    }

    package func hash(into hasher: inout Hasher) {
        if let whole = int64 { return hasher.combine(whole) }
        let decimal = Decimal(text)
        hasher.combine(decimal.isNegative)
        hasher.combine(decimal.digits)
        hasher.combine(decimal.exponent)
    }
}
