import Foundation
import Testing
import TimelineNavigation
import TimelineStore
@testable import EpisodesCore

struct ServerDataTests {
    @Test func anInvalidFileIsRejected() {
        #expect(throws: DecodingError.self) { try ServerData(file: Data(#"{"episodes": []}"#.utf8)) }
        #expect(throws: DecodingError.self) { try ServerData(file: Data("x".utf8)) }
    }

    @Test func aFileIsServed() async throws {
        let episode =
            #"{"id": 4, "show": "Night Shift", "season": 1, "number": 4, "title": "Pilot", "airs": "2026-12-04"}"#
        let comment = #"{"id": "a", "episode": 4, "author": "Ada", "text": "Hm."}"#
        let data = try ServerData(file: Data(#"{"episodes": [\#(episode)], "arrivals": [[\#(comment)]]}"#.utf8))
        let running = RunningEffects()
        let effects = EpisodesEffects(server: EpisodesServer(data: data, delay: .zero))
        let store = Store(program: EpisodesProgram(), middleware: effects.middleware(in: running))
        store.dispatch(.linkOpened(url: "episodes://episode/4"))
        await running.allEnded()
        let expected = EpisodeDetails(episode: .sample(4), synopsis: "")
        #expect(store.state.screens.top.screen == .episode(id: 4, details: expected))
        #expect(store.state.list.episodes == [.sample(4)])
        #expect(store.state.comments.all.map(\.id) == ["a"])
    }
}
