extension [UInt8] {
    /// Appends what a literal says.
    mutating func append(_ text: StaticString) { text.withUTF8Buffer { append(contentsOf: $0) } }

    /// Appends a number as decimal digits, with zeros before it up to `width` digits.
    mutating func append(decimal value: UInt64, width: Int = 1) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var place = digits.count
            var rest = value
            repeat {
                place -= 1
                digits[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            } while rest > 0 || digits.count - place < width
            append(contentsOf: UnsafeBufferPointer(rebasing: digits[place...]))
        }
    }

    /// Appends a checksum as eight lower-case hex digits.
    mutating func append(hex value: UInt32) {
        for shift in stride(from: 28, through: 0, by: -4) {
            let digit = UInt8(truncatingIfNeeded: value >> UInt32(shift) & 0xF)
            append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
        }
    }
}
