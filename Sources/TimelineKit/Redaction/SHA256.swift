/// FIPS 180-4, section 6.2. A value type, so that an HMAC key is cheap to reuse.
package struct SHA256 {
    static let blockSize = 64

    package init() {}

    /// The first 32 bits of the fractional parts of the square roots of the first 8 primes (section 5.3.3).
    private var words: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]
    private var rest: [UInt8] = []
    /// The length of the input in bytes.
    private var length: UInt64 = 0

    package mutating func update(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            rest.append(byte)
            length += 1
            if rest.count == Self.blockSize {
                compress(rest)
                rest.removeAll(keepingCapacity: true)
            }
        }
    }

    package consuming func finalize() -> [UInt8] {
        let bits = length * 8
        update([0x80])
        update(repeatElement(0, count: (2 * Self.blockSize - 8 - rest.count) % Self.blockSize))
        update((0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * $0)) })
        return words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) } }
    }

    private mutating func compress(_ block: [UInt8]) {
        var schedule = [UInt32](repeating: 0, count: 64)
        for index in 0..<16 { schedule[index] = block[4 * index..<4 * index + 4].reduce(0) { $0 << 8 | UInt32($1) } }
        for index in 16..<64 {
            let early = schedule[index - 15]
            let late = schedule[index - 2]
            let small = Self.rotateRight(early, 7) ^ Self.rotateRight(early, 18) ^ early >> 3
            let large = Self.rotateRight(late, 17) ^ Self.rotateRight(late, 19) ^ late >> 10
            schedule[index] = schedule[index - 16] &+ small &+ schedule[index - 7] &+ large
        }
        var (a, b, c, d) = (words[0], words[1], words[2], words[3])
        var (e, f, g, h) = (words[4], words[5], words[6], words[7])
        for index in 0..<64 {
            let mixed = Self.rotateRight(e, 6) ^ Self.rotateRight(e, 11) ^ Self.rotateRight(e, 25)
            let chosen = e & f ^ ~e & g
            let one = h &+ mixed &+ chosen &+ Self.constants[index] &+ schedule[index]
            let sigma = Self.rotateRight(a, 2) ^ Self.rotateRight(a, 13) ^ Self.rotateRight(a, 22)
            let most = a & b ^ a & c ^ b & c
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ one, c, b, a, one &+ sigma &+ most)
        }
        for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { words[index] &+= word }
    }

    private static func rotateRight(_ word: UInt32, _ bits: UInt32) -> UInt32 { word >> bits | word << (32 - bits) }

    /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes (section 4.2.2).
    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
}
