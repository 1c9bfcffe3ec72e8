/// Text of another's making, as it may stand in what people are told.
package enum ShownText {
    /// `text`, cut to so many characters, with an ellipsis where something is missing. What could command a terminal is
    /// spelled out.
    package static func of(_ text: String, atMost limit: Int = 60) -> String {
        let head = text.prefix(limit)
        var shown = ""
        for scalar in head.unicodeScalars {
            switch scalar.value {
            case 0..<0x20, 0x7F..<0xA0: shown += "\\u{\(String(scalar.value, radix: 16))}"
            default: shown.unicodeScalars.append(scalar)
            }
        }
        return head.endIndex == text.endIndex ? shown : shown + "…"
    }
}
