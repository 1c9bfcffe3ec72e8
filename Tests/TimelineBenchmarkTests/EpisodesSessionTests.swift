import EpisodesCore
import Testing
import TimelineJSON
import TimelineKit

@testable import TimelineBenchmark

struct EpisodesSessionTests {
    @Test(arguments: [100, 1000]) func theStateTurnsBadAtTheBadStepAndStaysBad(count: Int) {
        let session = EpisodesSession(count: count, stateBytes: 1000)
        let program = EpisodesProgram()
        var state = program.initialState
        var bad: [Int] = []
        for seq in 1...count {
            program.reduce(&state, session.action(seq))
            if state.comments.unread < 0 { bad.append(seq) }
        }
        #expect(bad == Array(session.badStep...count))
    }

    @Test(arguments: [1000, 100_000]) func theStateHasAboutTheRequestedSize(bytes: Int) throws {
        let size = try JSONCoding.encode(EpisodesSession(count: 1, stateBytes: bytes).largeState).bytes.count
        #expect((bytes * 8 / 10...bytes * 13 / 10).contains(size), "\(size) bytes")
    }
}
