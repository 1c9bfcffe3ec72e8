package enum RawStringLiteral {
    /// `#"{"text":"a"}"#`, with escapes for control characters and characters that reorder the text.
    package static func of(_ text: String) -> String {
        var marks = 1
        // By Unicode scalar, as the compiler reads: a number sign may be the beginning of a character, such as a keycap.
        let scalars = Array(text.unicodeScalars)
        func contains(_ start: Unicode.Scalar) -> Bool {
            scalars.contains([start] + Array(repeating: "#", count: marks))
        }
        while contains("\"") || contains("\\") { marks += 1 }
        let mark = String(repeating: "#", count: marks)
        let escaped = scalars.map { scalar in
            switch scalar.value {
            case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069:
                "\\\(mark)u{\(String(scalar.value, radix: 16))}"
            default: String(scalar)
            }
        }
        return "\(mark)\"\(escaped.joined())\"\(mark)"
    }
}
