/// Base 64 with the alphabet of RFC 4648, section 4, and its padding.
enum Base64 {
    private static let alphabet: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

    /// The letter for six bits.
    @inline(__always) static func letter(_ bits: UInt32) -> UInt8 { alphabet.utf8Start[Int(bits & 63)] }

    /// The bytes that `text` spells; nil where it is not base 64, or not padded.
    static func decoded(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard text.count.isMultiple(of: 4) else { return nil }
        let padding = text.suffix(2).count { $0 == UInt8(ascii: "=") }
        let letters = text.count - padding
        var isSound = text.suffix(padding).allSatisfy { $0 == UInt8(ascii: "=") }
        let bytes = [UInt8](unsafeUninitializedCapacity: text.count / 4 * 3) { bytes, count in
            var word: UInt32 = 0
            for place in 0..<letters {
                guard let bits = bits(text[place]) else {
                    isSound = false
                    return
                }
                word = word << 6 | bits
                if place & 3 == 3 {
                    bytes[count] = UInt8(truncatingIfNeeded: word >> 16)
                    bytes[count + 1] = UInt8(truncatingIfNeeded: word >> 8)
                    bytes[count + 2] = UInt8(truncatingIfNeeded: word)
                    count += 3
                }
            }
            switch letters & 3 {
            case 2:
                bytes[count] = UInt8(truncatingIfNeeded: word >> 4)
                count += 1
            case 3:
                bytes[count] = UInt8(truncatingIfNeeded: word >> 10)
                bytes[count + 1] = UInt8(truncatingIfNeeded: word >> 2)
                count += 2
            default: break
            }
        }
        return isSound ? bytes : nil
    }

    @inline(__always) private static func bits(_ letter: UInt8) -> UInt32? {
        switch letter {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(letter - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(letter - UInt8(ascii: "a") + 26)
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(letter - UInt8(ascii: "0") + 52)
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}

extension JSONWriter {
    /// Appends bytes in base 64, in quotes.
    func appendBase64(_ bytes: UnsafeRawBufferPointer) {
        append(byte: UInt8(ascii: "\""))
        reserve((bytes.count + 2) / 3 * 4)
        var place = 0
        func letters(_ word: UInt32, _ letters: Int) {
            for letter in 0..<4 {
                append(byte: letter < letters ? Base64.letter(word >> UInt32(18 - 6 * letter)) : UInt8(ascii: "="))
            }
        }
        while place + 3 <= bytes.count {
            letters(UInt32(bytes[place]) << 16 | UInt32(bytes[place + 1]) << 8 | UInt32(bytes[place + 2]), 4)
            place += 3
        }
        switch bytes.count - place {
        case 1: letters(UInt32(bytes[place]) << 16, 2)
        case 2: letters(UInt32(bytes[place]) << 16 | UInt32(bytes[place + 1]) << 8, 3)
        default: break
        }
        append(byte: UInt8(ascii: "\""))
    }
}
