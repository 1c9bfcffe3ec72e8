/// A member of an object that was only checked: where its parts lie in the text.
package struct JSONMember: Sendable {
    /// The bytes of the key between its quotes.
    package let key: Range<Int>
    /// Whether the key has no escapes, so that those bytes are the key.
    package let isPlain: Bool
    /// The bytes of the value.
    package let value: Range<Int>

    /// The key, without escapes.
    package func name(in text: [UInt8]) -> String { text.withUnsafeBufferPointer(name) }

    func name(in text: UnsafeBufferPointer<UInt8>) -> String {
        let bytes = UnsafeBufferPointer(rebasing: text[key])
        return isPlain
            ? String(decoding: bytes, as: UTF8.self) : String(decoding: JSONScanner.unescaped(bytes), as: UTF8.self)
    }
}
