enum DecimalText {
    /// `exponent` is from 0 to 19.
    @inline(__always) private static func power(_ exponent: Int) -> UInt64 {
        var power: UInt64 = 1
        var base: UInt64 = 10
        var rest = exponent
        while rest > 0 {
            if rest & 1 == 1 { power &*= base }
            base &*= base
            rest &>>= 1
        }
        return power
    }

    /// Nil for more than 19 digits or a large exponent. Otherwise m × 10^e is exact in 128 bits, or a quotient with 64 exact bits
    /// and a remainder, and is rounded once, to nearest, ties to even.
    static func double(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
        guard let start = text.baseAddress else { return nil }
        let end = start + text.count
        var byte = start
        let isNegative = byte.pointee == UInt8(ascii: "-")
        if isNegative { byte += 1 }
        var digits: UInt64 = 0
        var count = 0
        var exponent = 0
        var isInFraction = false
        while byte < end {
            let digit = byte.pointee &- UInt8(ascii: "0")
            if digit < 10 {
                digits = digits &* 10 &+ UInt64(digit)
                // Leading zeros do not count.
                if count > 0 || digit > 0 { count &+= 1 }
                if isInFraction { exponent &-= 1 }
            } else if byte.pointee == UInt8(ascii: ".") {
                isInFraction = true
            } else {
                break
            }
            byte += 1
        }
        guard count <= 19 else { return nil }
        if byte < end {
            byte += 1
            let isSmall = byte.pointee == UInt8(ascii: "-")
            if isSmall || byte.pointee == UInt8(ascii: "+") { byte += 1 }
            guard end - byte <= 4 else { return nil }
            var written = 0
            while byte < end {
                written = written &* 10 &+ Int(byte.pointee &- UInt8(ascii: "0"))
                byte += 1
            }
            exponent &+= isSmall ? -written : written
        }
        guard digits != 0 else { return isNegative ? -0.0 : 0 }
        guard exponent >= -19, exponent <= 19 else { return nil }
        let magnitude: Double
        if digits <= 1 << 53 {
            // Both are exact doubles, as every power of ten up to 22 is, and one operation rounds once.
            let power = Double(power(abs(exponent)))
            magnitude = exponent < 0 ? Double(digits) / power : Double(digits) * power
        } else if exponent < 0 {
            magnitude = quotient(digits, power(-exponent))
        } else {
            let product = digits.multipliedFullWidth(by: power(exponent))
            magnitude = Double(UInt128(product.high) << 64 | UInt128(product.low))
        }
        return isNegative ? -magnitude : magnitude
    }

    private static func quotient(_ digits: UInt64, _ power: UInt64) -> Double {
        let digitShift = digits.leadingZeroBitCount
        let powerShift = power.leadingZeroBitCount
        let normal = digits &<< UInt64(digitShift)
        // The highest bit of the divisor is set and that of the dividend is not, so that the quotient has 63 or 64 bits.
        let (quotient, rest) = (power &<< UInt64(powerShift)).dividingFullWidth((normal &>> 1, normal &<< 63))
        // The remainder matters only for rounding: as a bit below those of a double.
        let sticky = quotient | (rest == 0 ? 0 : 1)
        return Double(sign: .plus, exponent: powerShift - digitShift - 63, significand: Double(sticky))
    }

    static func isZero(_ text: String) -> Bool {
        let digits = UInt8(ascii: "1")...UInt8(ascii: "9")
        return !text.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }.contains { digits.contains($0) }
    }
}
