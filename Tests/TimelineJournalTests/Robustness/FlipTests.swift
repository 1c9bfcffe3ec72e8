import Testing

@testable import TimelineJournal

/// A journal with checksums of which one bit is not what it was.
struct FlipTests {
    /// Each flip is refused at opening, or is damage, or leaves a torn tail, but for these: one in the three letters of
    /// the key `crc`, to whatever other ASCII character, makes the checksum a key that this version does not know, and
    /// keeps it. The rest of the line is as it was, and absent checksums are fine, so nothing that is told is wrong.
    ///
    /// Seven bits of each letter; the eighth makes bytes that are not UTF-8.
    @Test func areFoundOrLeaveTheMeaning() throws {
        let bytes = try Fixture.bytes("Broken/torn.jsonl").prefix(through: lastLineEnd("Broken/torn.jsonl"))
        let meaning = try self.meaning(of: Array(bytes))
        var unseen: [Flip] = []
        for byte in bytes.indices {
            for bit in 0..<8 {
                var flipped = Array(bytes)
                flipped[byte] ^= 1 << bit
                if try isFound(flipped) { continue }
                unseen.append(Flip(byte: byte, bit: bit))
                #expect(try self.meaning(of: flipped) == meaning, "bit \(bit) of byte \(byte)")
            }
        }
        #expect(unseen == flipsOfChecksumKeys(in: Array(bytes)))
    }

    private struct Flip: Equatable {
        let byte: Int
        let bit: Int
    }

    private func lastLineEnd(_ name: String) throws -> Int {
        try #require(try Fixture.bytes(name).lastIndex(of: UInt8(ascii: "\n")))
    }

    private func flipsOfChecksumKeys(in bytes: [UInt8]) -> [Flip] {
        let key = Array(#""crc":"#.utf8)
        return bytes.indices.filter { bytes[$0...].starts(with: key) }.flatMap { start in
            (start + 1...start + 3).flatMap { byte in (0..<7).map { Flip(byte: byte, bit: $0) } }
        }
    }

    private func isFound(_ bytes: [UInt8]) throws -> Bool {
        do throws(JournalError) {
            let journal = try Journal(bytes: bytes)
            return journal.index.damageCount > 0 || journal.index.isTorn
        } catch {
            return true
        }
    }

    private func meaning(of bytes: [UInt8]) throws -> [String] {
        var lines = try Journal(bytes: bytes).lines()
        var found: [String] = []
        while let line = try lines.next() { found.append(line.content.facts) }
        return found
    }
}
