import Foundation
import Testing
import TimelineKit
import TimelineReplay
import TimelineTestSupport

struct JournalFollowerTests {
    private static func lines(of follower: inout JournalFollower) throws -> [[UInt8]] {
        var lines: [[UInt8]] = []
        while let line = try follower.next() { lines.append(line.bytes) }
        return lines
    }

    @Test func eachLineIsReturnedOnceAsSoonAsItIsComplete() throws {
        for var seed in Seed.several(Harness.count(small: 5, full: 200)) {
            let folder = TemporaryFolder()
            let path = folder.file()
            let whole = CheckedJournal.bytes
            var count = 600
            try Data(whole[..<count]).write(to: URL(fileURLWithPath: path))
            var follower = try Journal(opening: path).follower(fromStep: 0)
            var found: [[UInt8]] = []
            while true {
                found += try Self.lines(of: &follower)
                let expected = whole[..<count].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                    .dropLast()
                try #require(found == expected.map(Array.init), "\(count) bytes, \(seed)")
                #expect(follower.hasEnded == (count == whole.count), "\(seed)")
                if count == whole.count { break }
                let end = min(whole.count, count + Int.random(in: 1...5000, using: &seed))
                try append(whole[count..<end], to: path)
                count = end
            }
        }
    }

    @Test func aFlippedBitIsDamageWithTheNumberOfItsLine() throws {
        let folder = TemporaryFolder()
        let path = folder.file()
        var whole = CheckedJournal.bytes
        let lines = whole.split(separator: UInt8(ascii: "\n"))
        let start = lines[..<90].reduce(0) { $0 + $1.count + 1 }
        try Data(whole[..<start]).write(to: URL(fileURLWithPath: path))
        var follower = try Journal(opening: path).follower(fromStep: 60)
        _ = try Self.lines(of: &follower)
        whole[start + 12] ^= 1
        try append(whole[start..<start + 2000], to: path)
        do {
            _ = try Self.lines(of: &follower)
            Issue.record("no damage was found")
        } catch let JournalError.damaged(first, count) {
            #expect(first.line == 91)
            #expect(first.file == path)
            #expect(count == 1)
        }
    }
}
