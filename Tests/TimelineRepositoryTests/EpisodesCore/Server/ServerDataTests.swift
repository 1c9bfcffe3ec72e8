import Testing
import TimelineNavigation
import TimelineStore
@testable import EpisodesCore

struct ServerDataTests {
    @Test func theServerAnswersWithItsData() async throws {
        let expected = EpisodeDetails(episode: .sample(4), synopsis: "A pilot.")
        let data = ServerData(episodes: [expected], arrivals: [[.sample("a", about: 4)]])
        let running = RunningEffects()
        let effects = EpisodesEffects(server: EpisodesServer(data: data, delay: .zero))
        let store = Store(program: EpisodesProgram(), middleware: effects.middleware(in: running))
        store.dispatch(.linkOpened(url: "episodes://episode/4"))
        await running.allEnded()
        #expect(store.state.screens.top.screen == .episode(id: 4, details: expected))
        #expect(store.state.list.episodes == [.sample(4)])
        #expect(store.state.comments.all.map(\.id) == ["a"])
    }
}
