/// 256 random bits, as 64 lower-case hexadecimal digits.
package struct RemoteToken: Sendable {
    static let length = 64

    package let text: String

    package init() {
        text = (0..<Self.length / 2).map { _ in
            let byte = UInt8.random(in: 0 ... .max)
            return String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }.joined()
    }

    package init?(_ text: String) {
        guard text.utf8.count == Self.length, text.utf8.allSatisfy({ "0123456789abcdef".utf8.contains($0) }) else {
            return nil
        }
        self.text = text
    }

    /// Compares in constant time.
    package func matches(_ other: some Collection<UInt8>) -> Bool {
        guard other.count == Self.length else { return false }
        var difference: UInt8 = 0
        for (one, two) in zip(text.utf8, other) { difference |= one ^ two }
        return difference == 0
    }

    // MARK: - Masking

    /// Masks the user name and password of a URL, what follows its `?` or `#`, and hexadecimal digits that may be most of a token.
    package static func masked(in text: String) -> String {
        var rest = Array(text.utf8)[...]
        var masked: [UInt8] = []
        while let scheme = rest.firstRange(of: "://".utf8) {
            appendMasked(rest[..<scheme.upperBound], to: &masked)
            rest = rest[scheme.upperBound...]
            let url = rest.prefix { $0 > 0x20 && !"\"'".utf8.contains($0) }
            // A scheme that was pasted twice starts another URL.
            let end = url.prefix { !"?#".utf8.contains($0) }.firstRange(of: "://".utf8)?.lowerBound ?? url.endIndex
            appendMasked(url: rest[..<end], to: &masked)
            rest = rest[end...]
        }
        appendMasked(rest, to: &masked)
        return String(decoding: masked, as: UTF8.self)
    }

    private static func appendMasked(url: ArraySlice<UInt8>, to masked: inout [UInt8]) {
        var rest = url
        let authority = rest.prefix { !"/?#".utf8.contains($0) }
        if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
            masked += ellipsis
            rest = rest[at...]
        }
        let path = rest.prefix { !"?#".utf8.contains($0) }
        let query = rest[path.endIndex...]
        appendMasked(path, to: &masked)
        masked += query.count > 1 ? query.prefix(1) + ellipsis : query
    }

    private static func appendMasked(_ text: ArraySlice<UInt8>, to masked: inout [UInt8]) {
        var rest = text
        while !rest.isEmpty {
            let digits = rest.prefix { Unicode.Scalar($0).properties.isASCIIHexDigit }
            masked += digits.count < maskedDigits ? Array(digits) : ellipsis
            rest = rest[digits.endIndex...]
            let others = rest.prefix { !Unicode.Scalar($0).properties.isASCIIHexDigit }
            masked += others
            rest = rest[others.endIndex...]
        }
    }

    private static let ellipsis = Array("…".utf8)
    /// The shortest run of digits that is masked: more than the 40 of a Git hash.
    private static let maskedDigits = 48
}
