/// The end of a line after its action or state: `,"from":"user","cause":3,"in":2,"crc":"…"}`, each key only if it has a value.
package enum LineSuffix {
    /// False for any other text, which `LineParser` must parse. The checksum is not verified.
    package static func isWhole(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var text = LineCursor(text)
        if text.skip(",\"from\":\""), !text.skipString() { return false }
        if text.skip(",\"cause\":") {
            guard let cause = text.number(), cause <= 1 << 53 else { return false }
        }
        if text.skip(",\"by\":\""), !text.skipString() { return false }
        if text.skip(",\"in\":") {
            guard let site = text.number(), site <= 1 << 53 else { return false }
        }
        if text.skip(",\"crc\":\""), !text.skipString() { return false }
        return text.skip("}") && text.offset == text.count
    }
}
