import Foundation
import Synchronization
import Testing
@testable import TimelineKit
@testable import TimelineReplay
import TimelineTestSupport

@Suite(.ownThreads)
struct ReadAheadTests {
    @Test("Blocks come out in the order of the file, in a copy too")
    func order() throws {
        let text = (1...2000).map { String(repeating: "x", count: $0 % 37) + "\n" }.joined() + "torn"
        var ahead = ReadAhead(LineBlocks(Array(text.utf8), windowSize: 100)) { $0 }
        var copy = ahead
        var serial = RawLines(Array(text.utf8))
        var count = 0
        while let block = try ahead.next() {
            #expect(try copy.next()?.byte == block.byte)
            count += 1
            if count % 50 == 0 { copy = ahead }
            for line in block.lines {
                let expected = try #require(try serial.next())
                #expect(block.byte + line.lowerBound == expected.byte && Array(block.bytes[line]) == expected.bytes)
                #expect(block.isTorn == expected.isTorn)
            }
            #expect(block.bytes.count <= 100)
        }
        #expect(try serial.next() == nil && copy.next() == nil && ahead.next() == nil)
    }

    @Test("Where a file cannot be read any further, the lines before that come out, and then the reason")
    func failure() throws {
        let source = Failing(bytes: Array((1...9000).map { "\($0)\n" }.joined().utf8), from: 20_000)
        var ahead = ReadAhead(LineBlocks(source, windowSize: 512)) { $0.lines.count }
        var count = 0
        let failure = #expect(throws: FileError.self) { while let lines = try ahead.next() { count += lines } }
        var serial = RawLines(source, windowSize: 512)
        var expected = 0
        let error = #expect(throws: FileError.self) { while try serial.next() != nil { expected += 1 } }
        #expect(count == expected && count > 1000)
        #expect(failure == error)
    }

    /// One that read all would fill the memory with any file.
    @Test("No more is read ahead than a megabyte, and the last block of it", arguments: [100, 250_000])
    func bound(length: Int) throws {
        let source = Endless(length: length, size: 64 << 20)
        var ahead = ReadAhead(LineBlocks(source, windowSize: LineBlocks.aheadSize)) { $0.bytes.count }
        var taken = 0
        for _ in 0..<20 { taken += try #require(try ahead.next()) }
        // The last window may have doubled until it held a line.
        let bound = taken + 1 << 20 + 4 * length + 64 << 10
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
    private let length, bytes: Int
    private let end = Mutex(0)

    init(length: Int, size bytes: Int) { (self.length, self.bytes) = (length, bytes) }

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
