internal import TimelineKit

package enum RawStringLiteral {
    /// `#"{"text":"a"}"#`, with escapes for the characters that `VisibleText` escapes.
    package static func of(_ text: String) -> String {
        var marks = 1
        // By Unicode scalar, as the compiler reads: a number sign may be the beginning of a character, such as a keycap.
        let scalars = Array(text.unicodeScalars)
        func contains(_ start: Unicode.Scalar) -> Bool {
            scalars.contains([start] + Array(repeating: "#", count: marks))
        }
        while contains("\"") || contains("\\") { marks += 1 }
        let mark = String(repeating: "#", count: marks)
        let escaped = scalars.map {
            VisibleText.isUnprintable($0) ? "\\\(mark)u{\(String($0.value, radix: 16))}" : String($0)
        }
        return "\(mark)\"\(escaped.joined())\"\(mark)"
    }
}
