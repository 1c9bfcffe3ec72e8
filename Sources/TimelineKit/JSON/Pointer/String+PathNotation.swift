extension String {
    /// `.text`, or `['a b']` if RFC 9535, section 2.5.1.1 has no shorthand for the name.
    package var pathSegment: String { isShorthandName ? ".\(self)" : "[\(quotedName)]" }

    /// With the escapes of normalized paths (RFC 9535, section 2.7).
    package var quotedName: String {
        let quoted = JSONBuffer.bytes { buffer in
            withContiguousUTF8 { buffer.appendEscaping($0, quote: UInt8(ascii: "'")) }
        }
        return "'\(String(decoding: quoted, as: UTF8.self))'"
    }

    private var isShorthandName: Bool {
        guard let first = unicodeScalars.first, first.startsName else { return false }
        return unicodeScalars.allSatisfy { $0.continuesName }
    }
}
