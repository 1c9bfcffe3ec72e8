import Testing
import TimelineTestSupport

@testable import TimelineKit
@testable import TimelineReplay

/// A journal with checksums, of which one bit is flipped.
struct FlipTests {
    /// Each flip is refused at opening, is damage, or tears the last line.
    @Test func areAllFound() throws {
        let torn = try Fixture.bytes("Broken/torn.jsonl")
        let bytes = torn.prefix(through: try #require(torn.lastIndex(of: UInt8(ascii: "\n"))))
        var unseen: [String] = []
        for byte in bytes.indices {
            for bit in 0..<8 {
                var flipped = Array(bytes)
                flipped[byte] ^= 1 << bit
                if try isFound(flipped) { continue }
                unseen.append("bit \(bit) of byte \(byte)")
            }
        }
        #expect(unseen == [])
    }

    private func isFound(_ bytes: [UInt8]) throws -> Bool {
        do throws(JournalError) {
            let index = try Journal(bytes: bytes).index
            return index.damageCount > 0 || index.isTorn
        } catch {
            return true
        }
    }
}
