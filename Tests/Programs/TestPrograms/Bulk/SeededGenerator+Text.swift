package import TimelineKit

extension SeededGenerator {
    /// The text of an action of some 100 bytes to 64 KiB, the long ones seldom.
    package mutating func text() -> String {
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
