import EpisodesCore
import Foundation
import Testing

struct EpisodesProgramTests {
    @Test func anActionIsWrittenAsItsNameAndItsValues() throws {
        func text(_ action: EpisodesAction) throws -> String {
            String(decoding: try JSONEncoder().encode(action), as: UTF8.self)
        }
        #expect(try text(.searchChanged(text: "rick")) == #"{"searchChanged":{"text":"rick"}}"#)
        #expect(try text(.refreshTapped) == #"{"refreshTapped":{}}"#)
    }

    @Test func aStateIsEqualAfterEncodingAndDecoding() throws {
        let state = Session(
            .refreshTapped, .refreshProgressed(fraction: 0.25), .commentsArrived(comments: [.sample("a")]),
            .episodeTapped(id: 1), .commentTapped(row: 0), .writeTapped, .draftChanged(text: "Hello")
        ).state
        let coded = try JSONEncoder().encode(state)
        #expect(try JSONDecoder().decode(EpisodesState.self, from: coded) == state)
    }

    @Test func theFirstStateKeepsEveryInvariant() {
        #expect(Session(episodes: []).broken == [])
    }

    @Test func duplicateIDsBreakAnInvariant() {
        #expect(Session(.commentsArrived(comments: [.sample("a"), .sample("a")])).broken == ["ids are unique"])
        #expect(Session(episodes: [.sample(1), .sample(1)]).broken == ["ids are unique"])
    }
}
