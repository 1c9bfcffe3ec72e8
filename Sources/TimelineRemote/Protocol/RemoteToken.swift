/// What whoever may steer an app knows: 256 random bits, as 64 lower-case hexadecimal digits.
package struct RemoteToken: Sendable {
    /// How many digits there are.
    static let length = 64

    /// The digits.
    package let text: String

    /// A new one, from the system's source of randomness.
    package init() {
        var random = SystemRandomNumberGenerator()
        text = (0..<Self.length / 2).map { _ in
            let byte = UInt8.random(in: 0 ... .max, using: &random)
            return String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }.joined()
    }

    /// One that was read; nil where `text` is none.
    package init?(_ text: String) {
        let digits = text.utf8
        guard digits.count == Self.length,
            digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || (97...102).contains($0) })
        else { return nil }
        self.text = text
    }

    /// Whether `other` is this token. How long the answer takes says nothing of where they differ.
    package func matches(_ other: some Collection<UInt8>) -> Bool {
        guard other.count == Self.length else { return false }
        var difference: UInt8 = 0
        for (one, two) in zip(text.utf8, other) { difference |= one ^ two }
        return difference == 0
    }
}
