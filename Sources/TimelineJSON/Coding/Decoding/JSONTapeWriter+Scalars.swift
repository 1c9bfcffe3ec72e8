/// Strings, numbers and words.
extension JSONTapeWriter {
    @inline(__always) mutating func skipSpace() {
        while place < end, bytes[place] <= 0x20 {
            switch bytes[place] {
            case 0x20, 0x0A, 0x0D, 0x09: place &+= 1
            default: return
            }
        }
    }

    @inline(__always) mutating func word(_ word: StaticString, _ kind: JSONTape.Kind) -> Bool {
        let length = word.utf8CodeUnitCount
        guard end &- place >= length else { return false }
        for index in 1..<length where bytes[place &+ index] != word.utf8Byte(index) { return false }
        tape.append(kind, place, 0)
        place &+= length
        return true
    }

    // MARK: - Numbers

    @inline(__always) mutating func number() -> Bool {
        let start = place
        let isNegative = bytes[place] == UInt8(ascii: "-")
        if isNegative { place &+= 1 }
        let first = place
        var value: UInt64 = 0
        while place < end {
            let digit = bytes[place] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            value = value &* 10 &+ UInt64(digit)
            place &+= 1
        }
        let digits = place &- first
        guard digits > 0, digits == 1 || bytes[first] != UInt8(ascii: "0") else { return false }
        if place < end {
            switch bytes[place] {
            case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): return fraction(from: start)
            default: break
            }
        }
        // Nineteen digits fit into 64 bits; of them, those above Int64.max are left as text. So is -0, which has a sign.
        guard digits <= 19, value <= UInt64(Int64.max), value != 0 || !isNegative else {
            tape.append(.number, start, UInt64(truncatingIfNeeded: place &- start))
            return true
        }
        let signed = Int64(truncatingIfNeeded: value)
        tape.append(.int, start, UInt64(bitPattern: isNegative ? 0 &- signed : signed))
        return true
    }

    /// Takes what comes after the digits before the point.
    private mutating func fraction(from start: Int) -> Bool {
        if bytes[place] == UInt8(ascii: ".") {
            place &+= 1
            guard digits() else { return false }
        }
        if place < end, bytes[place] | 0x20 == UInt8(ascii: "e") {
            place &+= 1
            if place < end, bytes[place] == UInt8(ascii: "+") || bytes[place] == UInt8(ascii: "-") { place &+= 1 }
            guard digits() else { return false }
        }
        tape.append(.number, start, UInt64(truncatingIfNeeded: place &- start))
        return true
    }

    @inline(__always) private mutating func digits() -> Bool {
        let start = place
        while place < end, bytes[place] &- UInt8(ascii: "0") < 10 { place &+= 1 }
        return place > start
    }

    // MARK: - Strings

    @inline(__always) mutating func string() -> Bool {
        place &+= 1
        let start = place
        guard let isPlain = skipString() else { return false }
        tape.append(isPlain ? .string : .escaped, start, UInt64(truncatingIfNeeded: place &- 1 &- start))
        return true
    }

    /// Takes the rest of a string, with its closing quote. Returns whether it has no escapes; nil where it is not sound.
    @inline(__always) mutating func skipString() -> Bool? {
        var isPlain = true
        while true {
            while place &+ 8 <= end {
                let stops = ByteWord.stops(in: ByteWord.load(bytes + place))
                guard stops == 0 else {
                    place &+= stops.trailingZeroBitCount &>> 3
                    break
                }
                place &+= 8
            }
            guard place < end else { return nil }
            switch bytes[place] {
            case UInt8(ascii: "\""):
                place &+= 1
                return isPlain
            case UInt8(ascii: "\\"):
                isPlain = false
                guard skipEscape() else { return nil }
            case 0..<0x20: return nil
            case 0x80...:
                guard skipMultibytes() else { return nil }
            default: place &+= 1
            }
        }
    }

    @inline(never) private mutating func skipEscape() -> Bool {
        guard place &+ 1 < end else { return false }
        let kind = bytes[place &+ 1]
        place &+= 2
        switch kind {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return true
        case UInt8(ascii: "u"):
            guard let unit = hexadecimal(), !UTF16.isTrailSurrogate(unit) else { return false }
            guard UTF16.isLeadSurrogate(unit) else { return true }
            guard end &- place >= 6, bytes[place] == UInt8(ascii: "\\"), bytes[place &+ 1] == UInt8(ascii: "u") else {
                return false
            }
            place &+= 2
            guard let low = hexadecimal() else { return false }
            return UTF16.isTrailSurrogate(low)
        default: return false
        }
    }

    private mutating func hexadecimal() -> UInt16? {
        guard end &- place >= 4 else { return nil }
        var unit: UInt16 = 0
        for offset in 0..<4 {
            guard let digit = JSONScanner.hexadecimalDigit(bytes[place &+ offset]) else { return nil }
            unit = unit &<< 4 | UInt16(digit)
        }
        place &+= 4
        return unit
    }

    /// Takes characters of two to four bytes, as table 3-7 of the Unicode standard allows them.
    @inline(never) private mutating func skipMultibytes() -> Bool {
        while place < end, bytes[place] >= 0x80 {
            let first = bytes[place]
            let length: Int
            var second: ClosedRange<UInt8> = 0x80...0xBF
            switch first {
            case 0xC2...0xDF: length = 2
            case 0xE0: (length, second) = (3, 0xA0...0xBF)
            case 0xED: (length, second) = (3, 0x80...0x9F)
            case 0xE1...0xEF: length = 3
            case 0xF0: (length, second) = (4, 0x90...0xBF)
            case 0xF1...0xF3: length = 4
            case 0xF4: (length, second) = (4, 0x80...0x8F)
            default: return false
            }
            guard end &- place >= length, second.contains(bytes[place &+ 1]) else { return false }
            if length > 2, bytes[place &+ 2] & 0xC0 != 0x80 { return false }
            if length > 3, bytes[place &+ 3] & 0xC0 != 0x80 { return false }
            place &+= length
        }
        return true
    }
}
