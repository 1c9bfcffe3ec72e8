import Foundation
import TimelineTestSupport

/// Texts that are difficult to redact, and a search for them in bytes.
enum Secrets {
    /// Returns 500 texts: 240 pairs with eight random letters each, in which one text is a prefix of the other, and 20 texts of
    /// 12 to 31 random characters.
    static func awkward(_ generator: inout Seed) -> [String] {
        let wraps: [(String, String)] = [
            ("", ""), ("\"", "\""), ("\\", "\\"), ("\\\"", "\\\\\""), ("\n", "\r\n"), ("\u{0}", "\u{1F}"),
            ("\t\u{8}\u{C}", ""),
            ("\u{7F}", "\u{85}"), ("\u{2028}", "\u{2029}"), ("{\"a\":\"", "\"}"), ("[[[", "]]]"),
            ("\"},\"crc\":\"", ""),
            ("null", "true"), ("\\u0041", "\\n"), ("/", "//"), ("</script>", "<!--"), ("'; DROP TABLE ", "--"),
            ("${", "}"), ("%s%n", "%@"), ("\\(", ")"), ("\u{202E}", "\u{202C}"), ("שלום ", " مرحبا"), ("日本語", "한국어"),
            ("😀", "👩‍👩‍👧‍👦"), ("e\u{301}", "\u{301}"), ("\u{FEFF}", "\u{200B}"), ("\u{FFFD}", "\u{FFFF}"),
            ("\u{10FFFF}", "\u{E000}"),
            ("redacted", ""), ("redacted-", "-"), ("bob+", "@example.com"), ("https://x.test/?q=", "#f"), ("$.", "[*]"),
            ("$['", "']"), ("~", "~0~1"), (" ", " "), ("İ", "ß"), ("Z\u{363}\u{334}", ""), ("1e400", ""), ("-", ".5"),
        ]
        var made: [String] = []
        for (before, after) in wraps {
            for round in 0..<6 {
                let own = (0..<8).map { _ in String(UnicodeScalar(UInt8.random(in: 97...122, using: &generator))) }
                    .joined()
                let long = round == 5 ? String(repeating: before + own, count: 100) : ""
                made.append(before + own + after + long)
                made.append(before + own + after + long + "x")
            }
        }
        for length in 12...31 {
            made.append(
                (0..<length).map { _ in String(UnicodeScalar(UInt8.random(in: 33...126, using: &generator))) }.joined())
        }
        return made
    }

    /// The secrets in these bytes: plain, escaped as in JSON, or in UTF-16. One pass, which searches for eight-byte prefixes.
    static func found(_ secrets: [String], in bytes: Data) -> [String] {
        var prefixes: [UInt64: [(encoding: [UInt8], secret: Int)]] = [:]
        for (index, secret) in secrets.enumerated() {
            for encoding in encodings(of: secret) {
                prefixes[encoding.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }, default: []]
                    .append((Array(encoding), index))
            }
        }
        // A table of the first two bytes excludes most positions.
        var isLikely = [Bool](repeating: false, count: 1 << 16)
        for prefix in prefixes.keys { isLikely[Int(prefix >> 48)] = true }
        var seen: Set<Int> = []
        let all = Array(bytes)
        all.withUnsafeBufferPointer { all in
            var window: UInt64 = 0
            for place in 0..<all.count {
                window = window << 8 | UInt64(all[place])
                guard place >= 7, isLikely[Int(window >> 48)], let candidates = prefixes[window] else { continue }
                for (encoding, secret) in candidates where all[(place - 7)...].starts(with: encoding) {
                    seen.insert(secret)
                }
            }
        }
        return seen.sorted().map { secrets[$0] }
    }

    /// The possible encodings of the first 48 Unicode scalars of a text in a file.
    static func encodings(of secret: String) -> Set<Data> {
        let start = secret.unicodeScalars.prefix(48)
        func escaped(_ escape: (Unicode.Scalar) -> String?) -> Data {
            Data(start.map { escape($0) ?? String($0) }.joined().utf8)
        }
        func unicode(_ scalar: Unicode.Scalar, _ uppercase: Bool) -> String {
            String(scalar).utf16.map { unit in
                let digits = String(unit, radix: 16, uppercase: uppercase)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }.joined()
        }
        let short: [Unicode.Scalar: String] = [
            "\"": "\\\"", "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\u{8}": "\\b", "\u{C}": "\\f",
        ]
        var text = String()
        text.unicodeScalars.append(contentsOf: start)
        return [
            Data(text.utf8),
            escaped { short[$0] ?? ($0.value < 32 ? unicode($0, false) : nil) },
            escaped { short[$0] ?? ($0.value < 32 ? unicode($0, true) : nil) },
            escaped { $0 == "/" ? "\\/" : short[$0] ?? ($0.value < 32 ? unicode($0, false) : nil) },
            escaped { $0.isASCII && $0.value >= 32 ? short[$0] : short[$0] ?? unicode($0, false) },
            escaped { unicode($0, false) },
            escaped { unicode($0, true) },
            text.data(using: .utf16LittleEndian)!,
            text.data(using: .utf16BigEndian)!,
            Data(text.debugDescription.dropFirst().dropLast().utf8),
        ]
    }
}
