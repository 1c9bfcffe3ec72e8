enum StringEscapes {
    /// The parser has checked the escapes. Every escape yields at least one byte.
    static func decoded(_ inside: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(inside.count)
        var index = 0
        func unit(at index: Int) -> UInt32 {
            inside[index..<index + 4].reduce(0) { $0 << 4 | UInt32(hexadecimalDigit($1) ?? 0) }
        }
        while index < inside.count {
            guard inside[index] == UInt8(ascii: "\\") else {
                text.append(inside[index])
                index += 1
                continue
            }
            let kind = inside[index + 1]
            index += 2
            switch kind {
            case UInt8(ascii: "b"): text.append(0x08)
            case UInt8(ascii: "f"): text.append(0x0C)
            case UInt8(ascii: "n"): text.append(0x0A)
            case UInt8(ascii: "r"): text.append(0x0D)
            case UInt8(ascii: "t"): text.append(0x09)
            case UInt8(ascii: "u"):
                var scalar = unit(at: index)
                index += 4
                if scalar & 0xFC00 == 0xD800 {
                    scalar = 0x10000 + (scalar & 0x3FF) << 10 + (unit(at: index + 2) & 0x3FF)
                    index += 6
                }
                text.append(contentsOf: UTF8.encode(Unicode.Scalar(scalar) ?? "\u{FFFD}") ?? .init())
            default: text.append(kind)
            }
        }
        return text
    }

    static func text(of inside: UnsafeBufferPointer<UInt8>, isPlain: Bool) -> String {
        isPlain ? String(decoding: inside, as: UTF8.self) : String(decoding: decoded(inside), as: UTF8.self)
    }

    static func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
