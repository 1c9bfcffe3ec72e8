/// Text of another's making as a terminal may get it: what could command the terminal, turn text round or hide a part of
/// it is written out.
///
/// These are the control characters (C0, DEL and C1), the bidirectional ones (Unicode TR 9), those that end a line, and
/// those that take no room. Joiners and the tags of flags are none of them: scripts and emoji are written with them.
package enum VisibleText {
    /// `text` with each such character as Swift spells it: `\u{9B}`.
    package static func of(_ text: String, exceptLines: Bool = false) -> String {
        escaping(text) { scalar in
            exceptLines && scalar == "\n" ? nil : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        }
    }

    /// JSON over any number of lines with each such character as JSON spells it: `\u009B`. It means the same.
    package static func json(_ text: String) -> String {
        escaping(text) { scalar in
            switch scalar {
            case "\n": nil
            // Where JSON has one as it is, it stands between two values.
            case "\t", "\r": " "
            default:
                String(scalar).utf16.map { unit in
                    let digits = String(unit, radix: 16, uppercase: true)
                    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }.joined()
            }
        }
    }

    /// - Parameter escape: What stands for a character; nil for the character itself.
    private static func escaping(_ text: String, _ escape: (Unicode.Scalar) -> String?) -> String {
        guard text.unicodeScalars.contains(where: isUnprintable) else { return text }
        return text.unicodeScalars.reduce(into: "") { visible, scalar in
            if isUnprintable(scalar), let spelled = escape(scalar) {
                visible += spelled
            } else {
                visible.unicodeScalars.append(scalar)
            }
        }
    }

    private static func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x061C, 0x180E, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB, 0xE0001:
            true
        default: scalar.properties.generalCategory == .control
        }
    }
}
