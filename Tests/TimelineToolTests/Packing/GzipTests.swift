import Foundation
import Testing
import TimelineKit
import TimelineTestSupport

@testable import TimelineTool

@Suite(.ownThreads)
struct GzipTests {
    private func pack(_ bytes: [UInt8]) throws -> [UInt8] {
        var packed: [UInt8] = []
        try Gzip.pack(bytes) { packed += $0 }
        return packed
    }

    @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 300_000])
    func gzipReadsWhatIsPacked(count: Int) throws {
        // These pack to almost nothing, and these to more than they are.
        var state: UInt32 = 1
        let noise = (0..<count).map { _ -> UInt8 in
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(state >> 24)
        }
        for bytes in [[UInt8](repeating: 0x20, count: count), noise] {
            let packed = try pack(bytes)
            #expect(try Packed.gunzip(packed) == bytes)
            #expect(Gzip.size(of: bytes) == packed.count)
        }
    }

    @Test func theGzipHeaderHasNeitherNameNorTime() throws {
        let packed = try pack(Array(Recorded.run.utf8))
        // Magic, deflate, no flags, no time (RFC 1952, 2.3).
        #expect(packed[..<8] == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0])
    }
}
