extension [UInt8] {
    /// Bytes with and without a meaning in JSON.
    private static let alphabet: [UInt8] =
        Array("{}[]\",:\\u0019aeE+-. \n/ntf".utf8) + [0x00, 0x7F, 0x80, 0xC3, 0xA9, 0xED, 0xF4, 0xFF]

    /// Makes a few random changes: removes, inserts, replaces, truncates or repeats bytes.
    package mutating func damage(using seed: inout Seed) {
        for _ in 0..<Int.random(in: 1...4, using: &seed) where !isEmpty {
            let place = indices.randomElement(using: &seed) ?? 0
            let byte = Self.alphabet.randomElement(using: &seed) ?? 0
            switch Int.random(in: 0..<6, using: &seed) {
            case 0: remove(at: place)
            case 1: insert(byte, at: place)
            case 2: self[place] = byte
            case 3: self[place] ^= 1 << UInt8.random(in: 0..<8, using: &seed)
            case 4: removeSubrange(place...)
            default: insert(contentsOf: self[place...].prefix(Int.random(in: 1...8, using: &seed)), at: place)
            }
        }
    }
}
