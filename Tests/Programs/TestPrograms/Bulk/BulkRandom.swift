/// A generator whose run a seed repeats (Steele, Lea and Flood, 2014).
public struct BulkRandom: RandomNumberGenerator {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }

    /// The text of an action of some 100 bytes to 64 KiB, the long ones seldom.
    public mutating func text() -> String {
        let exponent = min(Int.random(in: 0...9, using: &self), Int.random(in: 0...9, using: &self))
        let size = min(Int.random(in: 100 << exponent...200 << exponent, using: &self), 65_536)
        // A quote and a line feed are escaped in the file, and é takes two bytes.
        let letter: Character = ["a", "b", "c", "d", "\"", "\n", "é", "z"].randomElement(using: &self)!
        let body = max(0, size - 80)
        switch letter {
        case "\"", "\n": return String(repeating: "\(letter)q", count: body / 3)
        case "é": return String(repeating: "é", count: body / 2)
        default: return String(repeating: letter, count: body)
        }
    }
}
