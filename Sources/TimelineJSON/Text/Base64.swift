/// Base64 with the alphabet and padding of RFC 4648, section 4.
package enum Base64 {
    private static let alphabet: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

    @inline(__always) static func letter(_ bits: UInt32) -> UInt8 { alphabet.utf8Start[Int(bits & 63)] }

    package static func decoded(_ text: String) -> [UInt8]? {
        text.withContiguousUTF8 { decoded($0) }
    }

    static func decoded(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard text.count.isMultiple(of: 4) else { return nil }
        let padding = text.suffix(2).count { $0 == UInt8(ascii: "=") }
        let letters = text.count - padding
        var isValid = text.suffix(padding).allSatisfy { $0 == UInt8(ascii: "=") }
        let bytes = [UInt8](unsafeUninitializedCapacity: text.count / 4 * 3) { bytes, count in
            var word: UInt32 = 0
            for index in 0..<letters {
                guard let bits = bits(text[index]) else {
                    isValid = false
                    return
                }
                word = word << 6 | bits
                if index & 3 == 3 {
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
        return isValid ? bytes : nil
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

    package static func encoded(_ bytes: [UInt8]) -> String {
        String(
            decoding: JSONBuffer.bytes { buffer in bytes.withUnsafeBytes { buffer.append(base64: $0) } }, as: UTF8.self)
    }
}

extension JSONBuffer {
    mutating func append(base64 bytes: UnsafeRawBufferPointer) {
        reserve((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let length = min(3, bytes.count - start)
            var word: UInt32 = 0
            for index in 0..<length { word |= UInt32(bytes[start + index]) << UInt32(16 - 8 * index) }
            for letter in 0..<4 {
                append(byte: letter <= length ? Base64.letter(word >> UInt32(18 - 6 * letter)) : UInt8(ascii: "="))
            }
        }
    }
}
