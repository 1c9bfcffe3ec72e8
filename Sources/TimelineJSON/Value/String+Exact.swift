extension String {
    /// Whether both strings are the same bytes. Swift's own `==` calls two spellings of "é" equal; JSON does not.
    package func isExactly(_ other: String) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }
}

/// A string that is compared and hashed by its bytes.
package struct ExactString: Hashable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }

    package static func == (one: ExactString, other: ExactString) -> Bool { one.text.isExactly(other.text) }

    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

extension String {
    /// Runs `body` on the bytes of the string, where they lie unless they do not lie in one piece.
    @inline(__always)
    func withContiguousUTF8<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
        var copy = self
        return copy.withUTF8(body)
    }
}

extension StaticString {
    /// The byte at `index`, which must be there.
    @inline(__always) func utf8Byte(_ index: Int) -> UInt8 { utf8Start[index] }
}
