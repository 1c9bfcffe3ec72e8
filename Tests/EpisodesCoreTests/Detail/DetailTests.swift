import EpisodesCore
import Testing

struct DetailTests {
    private let arrived = EpisodesAction.commentsArrived(comments: [
        .sample("a", text: "Good"), .sample("b", text: "Bad"), .sample("c", text: "Very good"),
        .sample("d", about: 2),
    ])

    @Test func anEpisodeIsPushedAndPopped() {
        var session = Session(.episodeTapped(id: 2))
        #expect(session.state.openEpisode == .sample(2))
        #expect(session.state.path == [.episode(id: 2)])
        session.happen(.backTapped)
        #expect(session.state.openEpisode == nil)
        session.happen(.backTapped)
        #expect(session.state.path == [])
    }

    @Test func commentsAreShownAndSearched() {
        var session = Session(arrived, .episodeTapped(id: 1))
        #expect(session.state.shownComments.map(\.id) == ["a", "b", "c"])
        session.happen(.commentSearchChanged(text: "good"))
        #expect(session.state.shownComments.map(\.id) == ["a", "c"])
        session.happen(.backTapped, .episodeTapped(id: 2))
        #expect(session.state.shownComments.map(\.id) == ["d"], "the search ends with the screen")
    }

    @Test func theSelectedCommentIsDeleted() {
        var session = Session(arrived, .episodeTapped(id: 1), .commentTapped(row: 1))
        #expect(session.state.detail.selection == 1)
        session.happen(.deleteTapped)
        #expect(session.state.shownComments.map(\.id) == ["a", "c"])
        #expect(session.state.detail.selection == nil)
        session.happen(.deleteTapped)
        #expect(session.state.shownComments.map(\.id) == ["a", "c"])
    }

    @Test func aMissingRowIsNotSelected() {
        #expect(Session(arrived, .episodeTapped(id: 1), .commentTapped(row: 3)).state.detail.selection == nil)
    }

    @Test func aSearchKeepsASelectionPastTheEnd() async {
        var session = Session(arrived, .episodeTapped(id: 1), .commentTapped(row: 2))
        #expect(session.broken == [])
        session.happen(.commentSearchChanged(text: "good"))
        #expect(session.broken == ["selection is in the list"])
        await #expect(processExitsWith: .failure) {
            var session = Session(
                .commentsArrived(comments: [.sample("a"), .sample("b", text: "Bad")]),
                .episodeTapped(id: 1), .commentTapped(row: 1), .commentSearchChanged(text: "bad"))
            session.happen(.deleteTapped)
        }
    }
}
