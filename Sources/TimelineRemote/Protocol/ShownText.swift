internal import TimelineJSON

/// Text of another's making, as it may stand in what people are told.
package enum ShownText {
    /// `text`, cut to so many characters, with an ellipsis where something is missing. What could command a terminal is
    /// spelled out.
    package static func of(_ text: String, atMost limit: Int = 60) -> String {
        let head = text.prefix(limit)
        return VisibleText.of(String(head)) + (head.endIndex == text.endIndex ? "" : "…")
    }
}
