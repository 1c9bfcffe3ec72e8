extension JSONReader {
    func bool(_ value: Int, in parent: Int) throws -> Bool {
        if tape.isKind(value, .yes) { return true }
        guard tape.isKind(value, .no) else { throw mismatch(Bool.self, value, in: parent) }
        return false
    }

    @inline(__always) func string(_ value: Int, in parent: Int) throws -> String {
        guard tape.isKind(value, .string) || tape.isKind(value, .escaped) else {
            throw mismatch(String.self, value, in: parent)
        }
        return tape.string(value)
    }

    @inline(__always)
    func integer<Number: FixedWidthInteger>(_ type: Number.Type, _ value: Int, in parent: Int) throws -> Number {
        if tape.isKind(value, .int), let number = Number(exactly: tape.int(value)) { return number }
        let bits = try largeInteger(type, Int128(Number.min), UInt128(Number.max), value, in: parent)
        return Number(truncatingIfNeeded: bits)
    }

    /// The number is out of the range of `Int64`, or has a point or an exponent.
    @inline(never)
    private func largeInteger(
        _ type: any Any.Type, _ least: Int128, _ greatest: UInt128, _ value: Int, in parent: Int
    ) throws -> UInt128 {
        guard [.int, .number].contains(kind(of: value)) else { throw mismatch(type, value, in: parent) }
        let text = tape.numberText(value)
        guard let bits = JSONNumber(unchecked: text).bits(from: least, through: greatest) else {
            throw unfit(text, type, value, in: parent)
        }
        return bits
    }

    @inline(__always) func double(_ value: Int, in parent: Int) throws -> Double {
        if tape.isKind(value, .int) { return Double(tape.int(value)) }
        if tape.isKind(value, .number), let double = DecimalText.double(tape.bytes(of: value)) { return double }
        return try floatingPoint(Double.self, value, in: parent)
    }

    @inline(never)
    func floatingPoint<Number: BinaryFloatingPoint & LosslessStringConvertible>(
        _ type: Number.Type, _ value: Int, in parent: Int
    ) throws -> Number {
        switch kind(of: value) {
        case .int, .number:
            let text = tape.numberText(value)
            guard let number = Number(text), number.isFinite, number != 0 || DecimalText.isZero(text) else {
                throw unfit(text, type, value, in: parent)
            }
            return number
        case .string:
            let text = tape.bytes(of: value)
            if text.elementsEqual("NaN".utf8) { return .nan }
            if text.elementsEqual("Infinity".utf8) { return .infinity }
            if text.elementsEqual("-Infinity".utf8) { return -.infinity }
            throw mismatch(type, value, in: parent)
        default: throw mismatch(type, value, in: parent)
        }
    }
}
