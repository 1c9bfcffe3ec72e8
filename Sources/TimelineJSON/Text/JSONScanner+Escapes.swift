extension JSONScanner {
    /// The text of a string whose escapes have been checked.
    static func unescaped(_ inside: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(inside.count)
        var index = 0
        func unit(at index: Int) -> UInt16 {
            inside[index..<index + 4].reduce(0) { $0 << 4 | UInt16(hexadecimalDigit($1) ?? 0) }
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
                var scalar = UInt32(unit(at: index))
                index += 4
                if scalar & 0xFC00 == 0xD800 {
                    let low = UInt32(unit(at: index + 2))
                    index += 6
                    scalar = 0x10000 + (scalar & 0x3FF) << 10 + (low & 0x3FF)
                }
                text.append(contentsOf: UTF8.encode(Unicode.Scalar(scalar) ?? "\u{FFFD}") ?? .init())
            default: text.append(kind)
            }
        }
        return text
    }
}
