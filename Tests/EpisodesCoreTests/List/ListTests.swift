import EpisodesCore
import Testing

struct ListTests {
    @Test func aRefreshShowsProgressUntilTheEpisodesAreLoaded() {
        var session = Session(episodes: [])
        #expect(session.state.list.progress == nil)
        session.happen(.refreshTapped)
        #expect(session.state.list.progress == 0)
        session.happen(.refreshProgressed(fraction: 0.75))
        #expect(session.state.list.progress == 0.75)
        session.happen(.episodesLoaded(episodes: [.sample(4)]))
        #expect(session.state.list.progress == nil)
        #expect(session.state.list.shown == [.sample(4)])
    }

    @Test(arguments: [
        ("", [1, 2, 3]), ("rick", [1, 3]), ("RICK", [1, 3]), ("diner", [1]), ("nobody", []),
    ])
    func searchLooksAtShowsAndTitles(text: String, ids: [Int]) {
        let session = Session(
            episodes: [
                .sample(1, show: "Rick's Diner"), .sample(2, show: "Harbour Lights"), .sample(3, title: "Poor Rick"),
            ],
            .searchChanged(text: text))
        #expect(session.state.list.shown.map(\.id) == ids)
    }
}
