import TestSupport
import Testing

@testable import TimelineJournal

/// A journal with checksums, of which one bit is flipped.
struct FlipTests {
    /// Each flip is refused at opening, is damage, or tears the last line.
    @Test func areAllFound() throws {
        let bytes = try Fixture.bytes("Broken/torn.jsonl").prefix(through: lastLineEnd("Broken/torn.jsonl"))
        var unseen: [Flip] = []
        for byte in bytes.indices {
            for bit in 0..<8 {
                var flipped = Array(bytes)
                flipped[byte] ^= 1 << bit
                if try isFound(flipped) { continue }
                unseen.append(Flip(byte: byte, bit: bit))
            }
        }
        #expect(unseen == [])
        print("flips: \(bytes.count * 8), all of them, \(unseen.count) not found")
    }

    private struct Flip: Equatable {
        let byte: Int
        let bit: Int
    }

    private func lastLineEnd(_ name: String) throws -> Int {
        try #require(try Fixture.bytes(name).lastIndex(of: UInt8(ascii: "\n")))
    }

    private func isFound(_ bytes: [UInt8]) throws -> Bool {
        do throws(JournalError) {
            let journal = try Journal(bytes: bytes)
            return journal.index.damageCount > 0 || journal.index.isTorn
        } catch {
            return true
        }
    }
}
