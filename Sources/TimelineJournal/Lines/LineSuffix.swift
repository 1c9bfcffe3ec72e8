/// The end of a line after its action or state: `,"from":"user","cause":3,"crc":"…"}`, each key only if it has a value.
package struct LineSuffix {
    let from: Range<Int>?
    let cause: Int?

    /// Nil for any other text, which `LineParser` must parse. The checksum is not verified.
    package init?(_ text: UnsafeBufferPointer<UInt8>) {
        var text = LineCursor(text)
        var (from, cause): (Range<Int>?, Int?)
        if text.skip(",\"from\":\"") {
            from = text.string()
            if from == nil { return nil }
        }
        if text.skip(",\"cause\":") {
            cause = text.number()
            guard let cause, cause <= 1 << 53 else { return nil }
        }
        if text.skip(",\"by\":\""), text.string() == nil { return nil }
        if text.skip(",\"crc\":\""), text.string() == nil { return nil }
        guard text.skip("}"), text.offset == text.count else { return nil }
        (self.from, self.cause) = (from, cause)
    }
}
