import EpisodesCore
import Synchronization
import Testing

struct EpisodesProgramTests {
    @Test func commentsWithTheSameIDBreakAnInvariant() {
        #expect(
            EpisodesRun(.commentsArrived(comments: [.sample("a"), .sample("a")], arrival: 0)).broken == [
                "ids are unique"
            ])
    }

    /// As when a swipe and a tap happen at once.
    @Test func aWayBackToAScreenThatIsGoneIsReportedAndChangesNothing() {
        let problems = Mutex<[String]>([])
        let program = EpisodesProgram { problem in problems.withLock { $0.append("\(problem)") } }
        var state = EpisodesRun(.episodeTapped(id: 1)).state
        let before = state
        program.reduce(&state, .wentBack(to: 7))
        program.reduce(&state, .screen(id: 7, action: .commentsTapped))
        #expect(state == before)
        #expect(problems.withLock { $0 } == ["there is no screen 7"])
    }
}
