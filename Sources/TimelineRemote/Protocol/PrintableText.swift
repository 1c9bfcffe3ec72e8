internal import TimelineJSON

/// Quotes text of others in messages.
package enum PrintableText {
    /// The first `limit` characters of `text`, with an ellipsis if that is not all, and with characters that could
    /// control a terminal escaped.
    package static func of(_ text: String, atMost limit: Int = 60) -> String {
        let head = text.prefix(limit)
        return VisibleText.of(String(head)) + (head.endIndex == text.endIndex ? "" : "…")
    }
}
