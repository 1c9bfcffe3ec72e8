import EpisodesCore
import Foundation
import Synchronization
import Testing

struct EpisodesProgramTests {
    @Test func anActionIsWrittenAsItsNameAndItsValues() throws {
        func text(_ action: EpisodesAction) throws -> String {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return String(decoding: try encoder.encode(action), as: UTF8.self)
        }
        #expect(try text(.searchChanged(text: "rick")) == #"{"searchChanged":{"text":"rick"}}"#)
        #expect(try text(.refreshTapped) == #"{"refreshTapped":{}}"#)
        #expect(
            try text(.screen(id: 2, action: .commentTapped(row: 4)))
                == #"{"screen":{"action":{"commentTapped":{"row":4}},"id":2}}"#)
    }

    @Test func aStateIsEqualAfterEncodingAndDecoding() throws {
        var session = EpisodesRun(
            .refreshTapped, .refreshProgressed(fraction: 0.25), .commentsArrived(comments: [.sample("a")], arrival: 0))
        session.logIn()
        session.happen(.episodeTapped(id: 1))
        session.onTop(.commentsTapped, .commentTapped(row: 0), .writeTapped, .draftChanged(text: "Hello"), .postTapped)
        session.happen(.settingsTapped)
        let coded = try JSONEncoder().encode(session.state)
        #expect(try JSONDecoder().decode(EpisodesState.self, from: coded) == session.state)
    }

    @Test func theFirstStateKeepsEveryInvariant() {
        #expect(EpisodesRun(episodes: []).broken == [])
    }

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
