extension JSONParser {
    @inline(__always) mutating func word(_ word: StaticString, _ kind: JSONTape.Kind) throws(JSONError) {
        let length = word.utf8CodeUnitCount
        guard end &- offset >= length else { throw unexpected("a value") }
        // The first and the last four bytes.
        let found = UnsafeRawPointer(bytes + offset)
        let expected = UnsafeRawPointer(word.utf8Start)
        guard found.loadUnaligned(as: UInt32.self) == expected.loadUnaligned(as: UInt32.self),
            found.loadUnaligned(fromByteOffset: length &- 4, as: UInt32.self)
                == expected.loadUnaligned(fromByteOffset: length &- 4, as: UInt32.self)
        else { throw unexpected("a value") }
        tape.append(kind, offset, 0)
        offset &+= length
    }

    // MARK: - Numbers

    @inline(__always) mutating func number() throws(JSONError) {
        let start = offset
        let isNegative = take(UInt8(ascii: "-"))
        let first = offset
        var value: UInt64 = 0
        while offset < end {
            let digit = bytes[offset] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            value = value &* 10 &+ UInt64(digit)
            offset &+= 1
        }
        let digits = offset &- first
        guard digits > 0 else { throw JSONError(byte: start, .number("no digit after the minus sign")) }
        guard digits == 1 || bytes[first] != UInt8(ascii: "0") else {
            throw JSONError(byte: start, .number("a leading zero"))
        }
        if offset < end {
            switch bytes[offset] {
            case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): return try fraction(from: start)
            default: break
            }
        }
        // Nineteen digits fit into 64 bits. Those above Int64.max stay text, and so does -0, which has a sign.
        guard digits <= 19, value <= UInt64(Int64.max), value != 0 || !isNegative else {
            tape.append(.number, start, UInt64(truncatingIfNeeded: offset &- start))
            return
        }
        let signed = Int64(truncatingIfNeeded: value)
        tape.append(.int, start, UInt64(bitPattern: isNegative ? 0 &- signed : signed))
    }

    private mutating func fraction(from start: Int) throws(JSONError) {
        if take(UInt8(ascii: ".")), !digits() { throw JSONError(byte: start, .number("no digit after the point")) }
        if offset < end, bytes[offset] | 0x20 == UInt8(ascii: "e") {
            offset &+= 1
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            guard digits() else { throw JSONError(byte: start, .number("no digit in the exponent")) }
        }
        tape.append(.number, start, UInt64(truncatingIfNeeded: offset &- start))
    }

    @inline(__always) private mutating func digits() -> Bool {
        let start = offset
        while offset < end, bytes[offset] &- UInt8(ascii: "0") < 10 { offset &+= 1 }
        return offset > start
    }

    // MARK: - Strings

    @inline(__always) mutating func string() throws(JSONError) {
        offset &+= 1
        let start = offset
        let isPlain = try skipString()
        tape.append(isPlain ? .string : .escaped, start, UInt64(truncatingIfNeeded: offset &- 1 &- start))
    }

    @inline(__always) mutating func skipString() throws(JSONError) -> Bool {
        var isPlain = true
        while true {
            while offset &+ 8 <= end {
                let stops = ByteWord.stops(in: ByteWord.load(bytes + offset))
                guard stops == 0 else {
                    offset &+= stops.trailingZeroBitCount &>> 3
                    break
                }
                offset &+= 8
            }
            guard offset < end else { throw unexpected("a closing quote") }
            switch bytes[offset] {
            case UInt8(ascii: "\""):
                offset &+= 1
                return isPlain
            case UInt8(ascii: "\\"):
                isPlain = false
                try skipEscape()
            case 0..<0x20: throw JSONError(byte: offset, .control(bytes[offset]))
            case 0x80...: try skipMultibyte()
            default: offset &+= 1
            }
        }
    }

    @inline(never) private mutating func skipEscape() throws(JSONError) {
        let start = offset
        offset &+= 1
        guard offset < end else { throw unexpected("a closing quote") }
        offset &+= 1
        switch bytes[start &+ 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return
        case UInt8(ascii: "u"):
            let unit = try hexadecimal(from: start)
            guard UTF16.isSurrogate(unit) else { return }
            guard UTF16.isLeadSurrogate(unit), take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")),
                UTF16.isTrailSurrogate(try hexadecimal(from: start))
            else { throw JSONError(byte: start, .surrogate) }
        default: throw JSONError(byte: start, .escape)
        }
    }

    private mutating func hexadecimal(from start: Int) throws(JSONError) -> UInt16 {
        guard end &- offset >= 4 else { throw JSONError(byte: start, .escape) }
        var unit: UInt16 = 0
        for index in offset..<offset &+ 4 {
            guard let digit = StringEscapes.hexadecimalDigit(bytes[index]) else {
                throw JSONError(byte: start, .escape)
            }
            unit = unit &<< 4 | UInt16(digit)
        }
        offset &+= 4
        return unit
    }

    /// As table 3-7 of the Unicode standard allows them.
    @inline(never) private mutating func skipMultibyte() throws(JSONError) {
        while offset < end, bytes[offset] >= 0x80 {
            let length: Int
            var second: ClosedRange<UInt8> = 0x80...0xBF
            switch bytes[offset] {
            case 0xC2...0xDF: length = 2
            case 0xE0: (length, second) = (3, 0xA0...0xBF)
            case 0xED: (length, second) = (3, 0x80...0x9F)
            case 0xE1...0xEF: length = 3
            case 0xF0: (length, second) = (4, 0x90...0xBF)
            case 0xF1...0xF3: length = 4
            case 0xF4: (length, second) = (4, 0x80...0x8F)
            default: throw JSONError(byte: offset, .utf8)
            }
            guard end &- offset >= length, second.contains(bytes[offset &+ 1]),
                length < 3 || bytes[offset &+ 2] & 0xC0 == 0x80, length < 4 || bytes[offset &+ 3] & 0xC0 == 0x80
            else { throw JSONError(byte: offset, .utf8) }
            offset &+= length
        }
    }
}
