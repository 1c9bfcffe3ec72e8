internal import TimelineJSON

/// Finds texts that are hidden inside longer ones: as they are, and as they stand in JSON or in an address.
///
/// Texts of fewer than four characters are not looked for, since they stand in many words. Nor is one that begins or ends
/// with a digit found between other digits. Of a text the first 256 bytes count. Only hashes of the texts are kept.
///
/// **Cost.** Some nanoseconds a byte, and where the first four bytes fit, one look for each length of a hidden text.
struct HiddenParts {
    static let shortest = 4
    private static let longest = 256

    /// The hashes of the texts, by their length in bytes.
    private var hashes: [Int: Set<UInt64>] = [:]
    /// The lengths by the first four bytes.
    private var lengths: [UInt32: Set<Int>] = [:]
    /// The base of the hash, which nobody who makes a file can know.
    private let base = UInt64.random(in: 1 << 32..<Self.modulus)
    private static let modulus: UInt64 = 1 << 61 - 1

    var isEmpty: Bool { hashes.isEmpty }

    mutating func insert(_ text: String) {
        guard text.unicodeScalars.count >= Self.shortest else { return }
        let json = JSON.string(text).text
        for form in [Array(text.utf8), Array(json.dropFirst().dropLast()), Self.percentEncoded(text)] {
            let bytes = form.prefix(Self.longest)
            hashes[bytes.count, default: []].insert(bytes.reduce(0, next))
            lengths[Self.word(of: form, at: 0), default: []].insert(bytes.count)
        }
    }

    /// Whether one of the texts is a part of this one, or all of it.
    func isPart(of text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard !hashes.isEmpty, bytes.count >= Self.shortest else { return false }
        // The hash of what stands before each byte, and the powers of the base; made where they are needed.
        var before: [UInt64] = []
        var powers: [UInt64] = []
        for start in 0...bytes.count - Self.shortest {
            guard let lengths = lengths[Self.word(of: bytes, at: start)] else { continue }
            if before.isEmpty {
                before = bytes.reduce(into: [0]) { $0.append(next($0[$0.count - 1], $1)) }
                powers = (0..<Self.longest).reduce(into: [1]) { powers, _ in
                    powers.append(Self.product(powers[powers.count - 1], base))
                }
            }
            for length in lengths where start + length <= bytes.count {
                let leading = Self.product(before[start], powers[length])
                let hash = (before[start + length] + Self.modulus - leading) % Self.modulus
                guard hashes[length]?.contains(hash) == true else { continue }
                if !Self.isInsideNumber(start..<start + length, of: bytes) { return true }
            }
        }
        return false
    }

    private func next(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
        (Self.product(hash, base) + UInt64(byte) + 1) % Self.modulus
    }

    private static func product(_ one: UInt64, _ other: UInt64) -> UInt64 {
        let (high, low) = one.multipliedFullWidth(by: other)
        return modulus.dividingFullWidth((high, low)).remainder
    }

    private static func word(of bytes: [UInt8], at place: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 << 8 | UInt32(bytes[place + $1]) }
    }

    private static func isInsideNumber(_ range: Range<Int>, of bytes: [UInt8]) -> Bool {
        func isDigit(_ place: Int) -> Bool {
            bytes.indices.contains(place) && (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[place])
        }
        return isDigit(range.lowerBound) && isDigit(range.lowerBound - 1)
            || isDigit(range.upperBound - 1) && isDigit(range.upperBound)
    }

    /// The text as it stands in an address (RFC 3986, section 2.1).
    private static func percentEncoded(_ text: String) -> [UInt8] {
        text.utf8.flatMap { byte -> [UInt8] in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                [byte]
            default: Array("%\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))".utf8)
            }
        }
    }
}
