import EpisodesCore
import Testing

struct ListTests {
    @Test func pagesAreAddedOneAfterTheOther() {
        var session = EpisodesRun(episodes: [])
        #expect(!session.state.list.hasMore)
        session.happen(.episodesLoaded(episodes: [.sample(1), .sample(2)], page: 0, isLast: false))
        #expect(session.state.list.hasMore)
        session.happen(.refreshTapped, .refreshProgressed(fraction: 0.25))
        session.happen(.moreTapped, .episodesLoaded(episodes: [.sample(3)], page: 1, isLast: true))
        #expect(session.state.list.shown.map(\.id) == [1, 2, 3])
        #expect(!session.state.list.hasMore)
        #expect(session.state.list.progress == 0.25, "the refresh goes on")
        // A refresh loads the first page again, and the others stay.
        session.happen(
            .refreshTapped,
            .episodesLoaded(episodes: [.sample(1, title: "Renamed"), .sample(2)], page: 0, isLast: false))
        #expect(session.state.list.shown.map(\.title) == ["Renamed", "Pilot", "Pilot"])
        #expect(session.state.list.pages == 2)
        #expect(!session.state.list.hasMore)
    }

    @Test(arguments: [
        ("", [1, 2, 3]), ("rick", [1, 3]), ("RICK", [1, 3]), ("diner", [1]), ("nobody", []),
    ])
    func searchLooksAtShowsAndTitles(text: String, ids: [Int]) {
        let session = EpisodesRun(
            episodes: [
                .sample(1, show: "Rick's Diner"), .sample(2, show: "Harbour Lights"), .sample(3, title: "Poor Rick"),
            ],
            .searchChanged(text: text))
        #expect(session.state.list.shown.map(\.id) == ids)
    }

    @Test func whatTheServerFindsIsAddedToTheListAndFiltered() {
        let session = EpisodesRun(
            .searchChanged(text: "rick"),
            .episodesFound(episodes: [.sample(9, title: "Rick"), .sample(8, title: "Morty")]))
        #expect(session.state.list.shown.map(\.id) == [9])
        #expect(session.state.list.episodes.map(\.id) == [1, 2, 3, 8, 9])
    }
}
