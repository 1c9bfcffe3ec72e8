import EpisodesCore
import Testing
import TimelineNavigation

struct LinkTests {
    @Test(arguments: [
        ("episodes://", [Screen.list], ""),
        ("episodes://episode/3", [.list, .episode(id: 3, details: nil)], ""),
        (
            "episodes://episode/3/comments",
            [.list, .episode(id: 3, details: nil), .comments(episode: 3, search: "", selection: nil)], ""
        ),
        (
            "episodes://episode/3/comments/new",
            [
                .list, .episode(id: 3, details: nil), .comments(episode: 3, search: "", selection: nil),
                .write(episode: 3, text: ""),
            ], ""
        ),
        ("episodes://search?text=rick%27s+diner", [.list], "rick's diner"),
    ])
    func aLinkShowsItsScreens(url: String, screens: [Screen], search: String) {
        let session = EpisodesRun(.episodeTapped(id: 1), .settingsTapped, .linkOpened(url: url))
        #expect(session.screens == screens)
        #expect(session.state.notice == nil)
        #expect(session.state.list.search == search)
    }

    @Test func theCommentsOfALinkedEpisodeAreSeen() {
        let session = EpisodesRun(
            .commentsArrived(comments: [.sample("a", about: 3)], arrival: 0), .linkOpened(url: "episodes://episode/3"))
        #expect(session.state.comments.unread == 0)
    }

    @Test func aLinkToTheSettingsOpensTheSheet() {
        let session = EpisodesRun(.linkOpened(url: "episodes://settings"))
        #expect(session.state.screens.map(\.style) == [.root, .sheet])
        #expect(session.screens == EpisodesRun(.settingsTapped).screens)
    }

    @Test(arguments: [
        ("other://episode/3", "other://episode/3: the scheme 'other' is not 'episodes'"),
        ("episodes://film/3", "episodes://film/3: 'film' is not understood"),
        ("episodes://episode/3/cast", "episodes://episode/3/cast: 'cast' is not understood"),
        ("episodes://episode/3/comments/old", "episodes://episode/3/comments/old: 'old' is not understood"),
        ("episodes://settings/login", "episodes://settings/login: 'login' is not understood"),
        ("episodes://search/rick", "episodes://search/rick: 'rick' is not understood"),
    ])
    func aLinkThatIsNotUnderstoodShowsANoticeAndNoScreen(url: String, notice: String) {
        let session = EpisodesRun(.episodeTapped(id: 1), .linkOpened(url: url))
        #expect(session.state.notice == notice)
        #expect(session.screens == [.list, .episode(id: 1, details: nil)])
    }
}
