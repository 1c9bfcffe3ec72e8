import Foundation
import Synchronization
import Testing
@testable import TimelineKit
@testable import TimelineReplay
import TimelineTestSupport

@Suite(.ownThreads)
struct ReadAheadTests {
    @Test("Lines come out in their order, however many threads parse them", arguments: 1...4)
    func order(processors: Int) throws {
        let text = (1...2000).map { String(repeating: "x", count: $0 % 37) + "\n" }.joined() + "torn"
        let blocks = LineBlocks(Array(text.utf8), windowSize: 100)
        let ahead = ReadAhead(blocks, processors: processors) { $0.lines.map(\.count) }
        var serial = RawLines(Array(text.utf8))
        while let chunk = ahead.next() {
            let block = try #require(chunk.block)
            #expect(chunk.parsed == block.lines.map(\.count))
            for line in block.lines {
                let expected = try #require(try serial.next())
                #expect(block.byte + line.lowerBound == expected.byte && Array(block.bytes[line]) == expected.bytes)
                #expect(block.isTorn == expected.isTorn)
            }
            #expect(block.bytes.count <= 100)
            #expect(chunk.error == nil)
        }
        #expect(try serial.next() == nil)
        #expect(ahead.next() == nil)
    }

    @Test("Where a file cannot be read any further, the lines before that come out, and then the reason")
    func failure() throws {
        let source = Failing(bytes: Array((1...9000).map { "\($0)\n" }.joined().utf8), from: 20_000)
        let ahead = ReadAhead(LineBlocks(source, windowSize: 512), processors: 2) { $0.lines.count }
        var count = 0
        var failures: [FileError] = []
        while let chunk = ahead.next() {
            count += chunk.parsed ?? 0
            if let failure = chunk.error { failures.append(failure) }
        }
        var serial = RawLines(source, windowSize: 512)
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
            // Many blocks of small lines, and long lines of which few make a megabyte.
            (processors: 2, length: 100, ahead: 2 * 4 * 64 << 10), (processors: 4, length: 250_000, ahead: 1 << 20),
        ])
    func bound(processors: Int, length: Int, ahead limit: Int) throws {
        let source = Endless(length: length, size: 64 << 20)
        let lines = ReadAhead(LineBlocks(ahead: source), processors: processors) { $0.bytes.count }
        var taken = 0
        for _ in 0..<20 {
            let chunk = try #require(lines.next())
            taken += try #require(chunk.parsed)
        }
        // One more block, whose last window may have doubled until it held a line.
        let bound = taken + limit + 4 * length + (64 << 10)
        var (read, since) = (0, ContinuousClock.now)
        while source.furthest <= bound, ContinuousClock.now - since < .milliseconds(500) {
            if source.furthest > read { (read, since) = (source.furthest, .now) }
            usleep(1000)
        }
        #expect(source.furthest <= bound)
        #expect(source.furthest > taken)
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
