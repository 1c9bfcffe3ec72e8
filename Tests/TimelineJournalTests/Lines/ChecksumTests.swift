import Testing

@testable import TimelineJournal

struct ChecksumTests {
    /// RFC 3720, appendix B.4. The RFC prints the bytes in the order they are sent, the lowest first.
    @Test func agreesWithTheVectorsOfISCSI() {
        let read: [UInt8] = [
            0x01, 0xc0, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
            0x14, 0x00, 0x00, 0x00, 0x00, 0x00, 0x04, 0x00, 0x00, 0x00, 0x00, 0x14, 0x00, 0x00, 0x00, 0x18,
            0x28, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
        ]
        let found = [
            Checksum.of([UInt8](repeating: 0x00, count: 32)), Checksum.of([UInt8](repeating: 0xFF, count: 32)),
            Checksum.of([UInt8](0...31)), Checksum.of([UInt8]((0...31).reversed())), Checksum.of(read),
        ]
        #expect(found == [0x8A91_36AA, 0x62A8_AB43, 0x46DD_794E, 0x113F_DB5C, 0xD996_3A56])
    }

    @Test func agreesWithTheCheckValueOfItsCatalogue() {
        #expect(Checksum.of("123456789".utf8) == 0xE306_9283)
        #expect(Checksum.of([UInt8]()) == 0)
    }

    /// Eight bytes at a time and one at a time have the same result, at any offset and length.
    @Test(arguments: 0..<40) func isTheSameInPiecesOfAnyLength(count: Int) {
        let bytes = (0..<UInt8(count)).map { $0 &* 37 &+ 11 }
        var slow: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            slow ^= UInt32(byte)
            for _ in 0..<8 { slow = slow & 1 == 1 ? slow >> 1 ^ 0x82F6_3B78 : slow >> 1 }
        }
        #expect(Checksum.of(bytes) == ~slow)
        #expect(Checksum.of(([0xAA] + bytes).dropFirst()) == ~slow)
        #expect(Checksum.of(AnySequence(bytes)) == ~slow)
    }

    @Test func isWrittenAsEightDigits() {
        #expect(Checksum.text(0) == "00000000")
        #expect(Checksum.text(0xABC) == "00000abc")
        #expect(Checksum.text(.max) == "ffffffff")
    }
}
