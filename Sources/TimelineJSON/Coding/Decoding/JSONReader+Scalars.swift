/// Strings, numbers and truth values.
extension JSONReader {
    func bool(_ value: Int, in parent: Int) throws -> Bool {
        switch kind(of: value) {
        case .yes: return true
        case .no: return false
        default: throw mismatch(Bool.self, value, in: parent)
        }
    }

    // MARK: - Strings

    /// The text of a string as it is written.
    @inline(__always) func text(of value: Int) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(
            start: bytes + tape.place(value), count: Int(truncatingIfNeeded: tape.words[value &+ 1]))
    }

    @inline(__always) func string(_ value: Int, in parent: Int) throws -> String {
        switch kind(of: value) {
        case .string: return String(decoding: text(of: value), as: UTF8.self)
        case .escaped: return String(decoding: JSONScanner.unescaped(text(of: value)), as: UTF8.self)
        default: throw mismatch(String.self, value, in: parent)
        }
    }

    /// Runs `body` on the text of a string without its escapes.
    func withString<Result>(
        _ value: Int, in parent: Int, as type: any Any.Type, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) throws -> Result {
        switch kind(of: value) {
        case .string: return body(text(of: value))
        case .escaped: return JSONScanner.unescaped(text(of: value)).withUnsafeBufferPointer(body)
        case .null: throw mismatch(type, value, in: parent)
        default: throw mismatch(String.self, value, in: parent)
        }
    }

    // MARK: - Numbers

    /// The number of an entry that holds it.
    @inline(__always) func int(of value: Int) -> Int64 { Int64(bitPattern: tape.words[value &+ 1]) }

    /// A number as it is written.
    func numberText(of value: Int) -> String {
        kind(of: value) == .int ? String(int(of: value)) : String(decoding: text(of: value), as: UTF8.self)
    }

    @inline(__always)
    func integer<Number: FixedWidthInteger>(_ type: Number.Type, _ value: Int, in parent: Int) throws -> Number {
        if kind(of: value) == .int, let number = Number(exactly: int(of: value)) { return number }
        return try largeInteger(type, value, in: parent)
    }

    /// A number that is out of the range of `Int64`, or was written with a point or an exponent.
    @inline(never)
    private func largeInteger<Number: FixedWidthInteger>(
        _ type: Number.Type, _ value: Int, in parent: Int
    ) throws -> Number {
        switch kind(of: value) {
        case .number:
            let number = JSONNumber(unchecked: numberText(of: value))
            if let whole: Number = number.whole() { return whole }
            fallthrough
        case .int: throw unfit(numberText(of: value), type, value, in: parent)
        default: throw mismatch(type, value, in: parent)
        }
    }

    @inline(__always) func double(_ value: Int, in parent: Int) throws -> Double {
        switch kind(of: value) {
        case .int: return Double(int(of: value))
        case .number:
            let text = text(of: value)
            if let double = DecimalText.double(text) { return double }
            return try floatingPoint(Double.self, value, in: parent)
        default: return try floatingPoint(Double.self, value, in: parent)
        }
    }

    /// The number nearest to the text; one that is out of the type's range does not fit, on either side.
    @inline(never)
    func floatingPoint<Number: BinaryFloatingPoint & LosslessStringConvertible>(
        _ type: Number.Type, _ value: Int, in parent: Int
    ) throws -> Number {
        switch kind(of: value) {
        case .int, .number:
            let text = numberText(of: value)
            guard let number = Number(text), number.isFinite, number != 0 || DecimalText.isZero(text) else {
                throw unfit(text, type, value, in: parent)
            }
            return number
        case .string:
            let text = text(of: value)
            if text.elementsEqual("NaN".utf8) { return .nan }
            if text.elementsEqual("Infinity".utf8) { return .infinity }
            if text.elementsEqual("-Infinity".utf8) { return -.infinity }
            throw mismatch(type, value, in: parent)
        default: throw mismatch(type, value, in: parent)
        }
    }
}
