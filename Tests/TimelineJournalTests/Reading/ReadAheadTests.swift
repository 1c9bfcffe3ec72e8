import Foundation
import Synchronization
import TestHarness
import TestSupport
import Testing

@testable import TimelineJournal
import TimelineSystem

struct ReadAheadTests {
    @Test("Lines come out in their order, however many threads parse them", arguments: 1...4)
    func order(processors: Int) throws {
        let text = (1...2000).map { String(repeating: "x", count: $0 % 37) + "\n" }.joined() + "torn"
        let ahead = ReadAhead(RawLines(Array(text.utf8)), processors: processors, count: 3) { $0.map(\.bytes.count) }
        var serial = RawLines(Array(text.utf8))
        while let chunk = ahead.next() {
            #expect(chunk.parsed == chunk.lines.map(\.bytes.count))
            for line in chunk.lines {
                let expected = try #require(try serial.next())
                #expect(line.number == expected.number && line.byte == expected.byte && line.bytes == expected.bytes)
                #expect(line.isTorn == expected.isTorn)
            }
            #expect(chunk.lines.count <= 3)
            #expect(chunk.error == nil)
        }
        #expect(try serial.next() == nil)
        #expect(ahead.next() == nil)
    }

    @Test("Where a file cannot be read any further, the lines before that come out, and then the reason")
    func failure() throws {
        let source = Failing(bytes: Array((1...9000).map { "\($0)\n" }.joined().utf8), from: 20_000)
        let ahead = ReadAhead(RawLines(source), processors: 2, count: 100) { $0.map(\.bytes.count) }
        var count = 0
        var failures: [FileError] = []
        while let chunk = ahead.next() {
            count += chunk.lines.count
            if let failure = chunk.error { failures.append(failure) }
        }
        var serial = RawLines(source)
        var expected = 0
        let error = #expect(throws: FileError.self) { while try serial.next() != nil { expected += 1 } }
        #expect(count == expected && count > 1000)
        #expect(failures == [error])
    }

    /// The reader stops after some lines. The helpers read ahead only up to a limit: one that read all
    /// would fill the memory with any file.
    @Test(
        "No more is read ahead than some chunks, and a megabyte",
        arguments: [
            // Many chunks of small lines, and a few lines of which few make a megabyte.
            (processors: 2, length: 100, ahead: 2 * 4 * 512 * 101), (processors: 4, length: 250_000, ahead: 1 << 20),
        ])
    func bound(processors: Int, length: Int, ahead limit: Int) throws {
        let source = Endless(length: length, size: 64 << 20)
        let lines = ReadAhead(RawLines(source), processors: processors) { $0.map(\.bytes.count) }
        var taken = 0
        for _ in 0..<20 { taken += try #require(lines.next()).lines.reduce(0) { $0 + $1.bytes.count + 1 } }
        // One more line, and the window of the file.
        let bound = taken + limit + length + (256 << 10)
        var (read, since) = (0, ContinuousClock.now)
        while source.furthest <= bound, ContinuousClock.now - since < .milliseconds(500) {
            if source.furthest > read { (read, since) = (source.furthest, .now) }
            usleep(1000)
        }
        #expect(source.furthest <= bound)
        #expect(source.furthest > taken)
    }

    @Test("A reader that goes ahead reads what one that does not reads")
    func reading() throws {
        let seed = Harness.seed
        var random = Seed(seed)
        for _ in 0..<Harness.count(small: 4, full: 100) {
            var bytes = DrawnJournal(size: 200_000, segments: 1, &random).segments[0]
            // Some damage.
            for _ in 0..<Int.random(in: 0..<20, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] ^= 1
            }
            var serial = JournalReader(bytes, file: "drawn")
            var ahead = try JournalReader([Segment(name: "drawn", source: bytes)], parsesAhead: true)
            #expect(try ahead.facts() == serial.facts(), "lines ahead, seed \(seed)")
        }
    }
}

/// A file of lines of equal length, which notes how far it was read.
private final class Endless: ByteSource {
    private let length: Int
    private let bytes: Int
    private let end = Mutex(0)

    init(length: Int, size bytes: Int) {
        self.length = length
        self.bytes = bytes
    }

    var furthest: Int { end.withLock { $0 } }

    func read(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
        let stop = min(offset + count, bytes)
        end.withLock { $0 = max($0, stop) }
        return (offset..<max(offset, stop)).map { $0 % (length + 1) == length ? UInt8(ascii: "\n") : UInt8(ascii: "x") }
    }

    func size() throws(FileError) -> Int { bytes }
}

/// A file of which a part cannot be read.
private struct Failing: ByteSource {
    let bytes: [UInt8]
    let from: Int

    func read(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
        if offset >= from { throw FileError("failing", "read", 5) }
        return bytes.read(at: offset, count: count)
    }

    func size() throws(FileError) -> Int { bytes.count }
}
