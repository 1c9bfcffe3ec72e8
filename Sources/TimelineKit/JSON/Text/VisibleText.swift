/// Makes untrusted text safe for a terminal: escapes control characters (C0, DEL, C1), bidirectional controls (Unicode TR 9), line
/// separators, and characters without width, except joiners and the tags of flags, which scripts and emoji need.
package enum VisibleText {
    /// `text` with each such character as a Swift escape: `\u{9B}`.
    package static func of(_ text: String, exceptLines: Bool = false) -> String {
        escaping(text) { scalar in
            exceptLines && scalar == "\n" ? nil : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        }
    }

    package static func of(_ text: String, atMost limit: Int) -> String {
        let start = text.prefix(limit)
        return of(String(start)) + (start.endIndex == text.endIndex ? "" : "…")
    }

    /// JSON text with each such character as a JSON escape: `\u009B`. The value is the same.
    package static func json(_ text: String) -> String {
        escaping(text) { scalar in
            switch scalar {
            case "\n": nil
            // Outside of an escape, JSON allows these only between tokens.
            case "\t", "\r": " "
            default:
                String(scalar).utf16.map { unit in
                    let digits = String(unit, radix: 16, uppercase: true)
                    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }.joined()
            }
        }
    }

    private static func escaping(_ text: String, _ escape: (Unicode.Scalar) -> String?) -> String {
        let isPlain = text.withContiguousUTF8 { $0.allSatisfy { (0x20...0x7E).contains($0) } }
        guard !isPlain, text.unicodeScalars.contains(where: isUnprintable) else { return text }
        return text.unicodeScalars.reduce(into: "") { visible, scalar in
            if isUnprintable(scalar), let escaped = escape(scalar) {
                visible += escaped
            } else {
                visible.unicodeScalars.append(scalar)
            }
        }
    }

    package static func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // The general category Cc: C0, DEL and C1.
        case 0...0x1F, 0x7F...0x9F: true
        case 0x061C, 0x180E, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB, 0xE0001:
            true
        default: false
        }
    }
}
