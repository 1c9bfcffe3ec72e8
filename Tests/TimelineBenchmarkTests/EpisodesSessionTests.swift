import Testing
import TimelineKit

@testable import TimelineBenchmark

struct EpisodesSessionTests {
    @Test(arguments: [1000, 100_000]) func theStateHasAboutTheRequestedSize(bytes: Int) throws {
        let size = try JSONCoding.encode(EpisodesSession(count: 1, stateBytes: bytes).largeState).bytes.count
        #expect((bytes * 8 / 10...bytes * 13 / 10).contains(size), "\(size) bytes")
    }
}
