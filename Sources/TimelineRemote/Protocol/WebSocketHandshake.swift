internal import TimelineKit

package enum WebSocketHandshake {
    static func randomKey() -> String { Base64.encoded((0..<16).map { _ in UInt8.random(in: 0 ... .max) }) }

    static func isKey(_ key: String) -> Bool { Base64.decoded(key)?.count == 16 }

    package static func acceptValue(for key: String) -> String {
        Base64.encoded(sha1(Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)))
    }

    // MARK: - SHA-1

    /// FIPS 180-4, section 6.1. Not collision-resistant: use it for nothing else.
    private static func sha1(_ bytes: [UInt8]) -> [UInt8] {
        var message = bytes + [0x80]
        while message.count % 64 != 56 { message.append(0) }
        message += (0..<8).map { UInt8(truncatingIfNeeded: (bytes.count * 8) >> (56 - 8 * $0)) }
        var words: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0]
        for start in stride(from: 0, to: message.count, by: 64) { compress(message[start..<start + 64], &words) }
        return words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) } }
    }

    private static func compress(_ block: ArraySlice<UInt8>, _ words: inout [UInt32]) {
        var schedule = (0..<16).map { index in
            block.dropFirst(4 * index).prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
        }
        for index in 16..<80 {
            let mixed = schedule[index - 3] ^ schedule[index - 8] ^ schedule[index - 14] ^ schedule[index - 16]
            schedule.append(rotate(mixed, 1))
        }
        var (a, b, c, d, e) = (words[0], words[1], words[2], words[3], words[4])
        for index in 0..<80 {
            let (mixed, constant): (UInt32, UInt32) =
                switch index {
                case ..<20: (b & c | ~b & d, 0x5a82_7999)
                case ..<40: (b ^ c ^ d, 0x6ed9_eba1)
                case ..<60: (b & c | b & d | c & d, 0x8f1b_bcdc)
                default: (b ^ c ^ d, 0xca62_c1d6)
                }
            let next = rotate(a, 5) &+ mixed &+ e &+ constant &+ schedule[index]
            (e, d, c, b, a) = (d, c, rotate(b, 30), a, next)
        }
        for (index, word) in [a, b, c, d, e].enumerated() { words[index] &+= word }
    }

    private static func rotate(_ word: UInt32, _ bits: UInt32) -> UInt32 { word << bits | word >> (32 - bits) }
}
