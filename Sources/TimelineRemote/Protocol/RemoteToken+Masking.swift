extension RemoteToken {
    /// `text` without what may be a secret: the user name and password of a URL, what follows its `?` or `#`, and any run of
    /// hexadecimal digits that is most of a token. For messages that quote what somebody typed or sent.
    package static func masked(in text: String) -> String {
        var rest = Array(text.utf8)[...]
        var shown: [UInt8] = []
        while let scheme = rest.firstRange(of: "://".utf8) {
            appendMasked(rest[..<scheme.upperBound], to: &shown)
            rest = rest[scheme.upperBound...]
            let url = rest.prefix { $0 > 0x20 && !"\"'".utf8.contains($0) }
            // A scheme that was pasted twice begins another URL.
            let end = url.prefix { !"?#".utf8.contains($0) }.firstRange(of: "://".utf8)?.lowerBound ?? url.endIndex
            appendMasked(url: rest[..<end], to: &shown)
            rest = rest[end...]
        }
        appendMasked(rest, to: &shown)
        return String(decoding: shown, as: UTF8.self)
    }

    /// - Parameter url: What follows the `://`.
    private static func appendMasked(url: ArraySlice<UInt8>, to shown: inout [UInt8]) {
        var rest = url
        let authority = rest.prefix { !"/?#".utf8.contains($0) }
        if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
            shown += ellipsis
            rest = rest[at...]
        }
        let path = rest.prefix { !"?#".utf8.contains($0) }
        let query = rest[path.endIndex...]
        appendMasked(path, to: &shown)
        shown += query.count > 1 ? query.prefix(1) + ellipsis : query
    }

    private static func appendMasked(_ text: ArraySlice<UInt8>, to shown: inout [UInt8]) {
        var rest = text
        while !rest.isEmpty {
            let digits = rest.prefix { Unicode.Scalar($0).properties.isASCIIHexDigit }
            shown += digits.count < mostOfToken ? Array(digits) : ellipsis
            rest = rest[digits.endIndex...]
            let others = rest.prefix { !Unicode.Scalar($0).properties.isASCIIHexDigit }
            shown += others
            rest = rest[others.endIndex...]
        }
    }

    private static let ellipsis = Array("…".utf8)
    /// More digits than other hashes that people type have: Git's have 40.
    private static let mostOfToken = 48
}
