import Foundation
import Testing
import TimelineTestSupport

@testable import TimelineKit

struct ChecksumTests {
    /// RFC 3720, appendix B.4. The RFC prints the bytes in the order they are sent, the lowest first.
    @Test func agreesWithTheVectorsOfISCSI() {
        let read: [UInt8] = [
            0x01, 0xc0, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
            0x14, 0x00, 0x00, 0x00, 0x00, 0x00, 0x04, 0x00, 0x00, 0x00, 0x00, 0x14, 0x00, 0x00, 0x00, 0x18,
            0x28, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
        ]
        #expect(Checksum.of("123456789".utf8) == 0xE306_9283)
        let found = [
            Checksum.of([UInt8](repeating: 0x00, count: 32)), Checksum.of([UInt8](repeating: 0xFF, count: 32)),
            Checksum.of([UInt8](0...31)), Checksum.of([UInt8]((0...31).reversed())), Checksum.of(read),
        ]
        #expect(found == [0x8A91_36AA, 0x62A8_AB43, 0x46DD_794E, 0x113F_DB5C, 0xD996_3A56])
        #expect(read.withUnsafeBytes { Checksum.byTable($0) } == 0xD996_3A56)
    }

    /// The processor's instructions and the table give the checksum of the definition, one bit at a time.
    @Test func isTheSameByInstructionsByTableAndByBits() {
        var seed = Seed()
        print("checksums: \(seed)")
        for length in 0...300 {
            for offset in 0...8 {
                let bytes = (0..<offset + length).map { _ in UInt8.random(in: 0...255, using: &seed) }
                let expected = Self.byBits(bytes[offset...])
                let found = bytes.withUnsafeBytes { bytes in
                    let part = UnsafeRawBufferPointer(rebasing: bytes[offset...])
                    return [Checksum.of(part), Checksum.byTable(part)]
                }
                #expect(found == [expected, expected], "\(length) bytes at offset \(offset), \(seed)")
            }
        }
    }

    @Test func isTheSameOfAnySequence() {
        let bytes = [UInt8](0...200)
        let expected = Self.byBits(bytes[...])
        #expect(Checksum.of(bytes) == expected)
        #expect(Checksum.of(([0xAA] + bytes).dropFirst()) == expected)
        #expect(Checksum.of(AnySequence(bytes)) == expected)
    }

    /// The tests above compare the table with itself where the processor has no instructions.
    #if arch(x86_64) && os(Linux)
        @Test func usesTheInstructionsThatTheProcessorHas() throws {
            let flags = try String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8).split { $0.isWhitespace }
            #expect(Checksum.usesInstructions == flags.contains("sse4_2"))
        }
    #endif

    private static func byBits(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        var value: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            value ^= UInt32(byte)
            for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0x82F6_3B78 : value >> 1 }
        }
        return ~value
    }
}
