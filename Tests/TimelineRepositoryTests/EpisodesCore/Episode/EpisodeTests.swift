import EpisodesCore
import Testing
import TimelineNavigation

struct EpisodeTests {
    private func details(_ id: Int) -> EpisodeDetails { EpisodeDetails(episode: .sample(id), synopsis: "About \(id).") }

    @Test func anEpisodeThatIsTappedTakesThePlaceOfTheScreensOnTheList() {
        var session = EpisodesRun(.episodeTapped(id: 2))
        session.onTop(.commentsTapped, .writeTapped)
        session.happen(.episodeTapped(id: 1))
        #expect(session.screens == [.list, .episode(id: 1, details: nil)])
    }

    @Test func detailsThatArriveWhenTheListIsShownAreNotShown() {
        #expect(EpisodesRun(.detailsLoaded(details: details(2))).screens == [.list])
    }

    @Test func anEpisodeThatDoesNotExistIsClosedWithANotice() {
        var session = EpisodesRun(.linkOpened(url: "episodes://episode/99/comments"))
        session.happen(.screen(id: session.state.screens[1].id, action: .episodeMissing))
        #expect(session.screens == [.list])
        #expect(session.state.notice == "There is no episode 99.")
        session.happen(.detailsLoaded(details: details(2)))
        #expect(session.state.notice != nil, "a response leaves it")
        session.happen(.episodeTapped(id: 1))
        #expect(session.state.notice == nil)
    }
}
