import EpisodesCore
import Foundation
import Testing
import TimelineNavigation

struct CommentsTests {
    private let arrived = EpisodesAction.commentsArrived(
        comments: [
            .sample("a", text: "Good"), .sample("b", text: "Bad"), .sample("c", text: "Very good"),
            .sample("d", about: 2),
        ], arrival: 0)

    /// With the comments on an episode on screen.
    private func session(on id: Episode.ID = 1, _ actions: EpisodesAction...) -> EpisodesRun {
        var session = EpisodesRun()
        for action in actions { session.happen(action) }
        session.happen(.episodeTapped(id: id))
        session.onTop(.commentsTapped)
        return session
    }

    @Test func unreadCountsWhatArrivedUntilItsEpisodeIsOpened() {
        var session = EpisodesRun(
            .commentsArrived(comments: [.sample("a"), .sample("b"), .sample("c", about: 2)], arrival: 0))
        #expect(session.state.comments.unread == 3)
        session.happen(.episodeTapped(id: 1))
        #expect(session.state.comments.unread == 1)
        #expect(session.state.comments.all.map(\.isNew) == [false, false, true])
        session.happen(.wentBack(to: 0), .episodeTapped(id: 1))
        #expect(session.state.comments.unread == 1)
    }

    @Test func theSelectedCommentIsDeleted() {
        var session = session(arrived)
        session.onTop(.commentTapped(row: 1))
        #expect(session.screens.last == .comments(episode: 1, search: "", selection: 1))
        session.onTop(.deleteTapped)
        #expect(session.shown.map(\.id) == ["a", "c"])
        #expect(session.screens.last == .comments(episode: 1, search: "", selection: nil))
        session.onTop(.deleteTapped)
        #expect(session.shown.map(\.id) == ["a", "c"])
    }

    @Test func aNewCommentThatIsDeletedIsUnreadNoMore() {
        var session = session()
        session.happen(arrived)
        #expect(session.state.comments.unread == 4)
        session.onTop(.commentTapped(row: 1), .deleteTapped)
        #expect(session.state.comments.unread == 3)
        #expect(session.state.comments.all.count(where: \.isNew) == 3)
    }

    @Test func theCommentsOfARefreshAreAddedOnce() {
        let session = EpisodesRun(arrived, arrived, .commentsArrived(comments: [.sample("e")], arrival: 1))
        #expect(session.state.comments.all.map(\.id) == ["a", "b", "c", "d", "e"])
        #expect(session.state.comments.arrivals == 2)
    }

    @Test func aMissingRowIsNotSelected() {
        var session = session(arrived)
        session.onTop(.commentTapped(row: 3))
        #expect(session.screens.last == .comments(episode: 1, search: "", selection: nil))
    }

    // MARK: - Writing

    @Test func aCommentIsWrittenPostedAndConfirmed() throws {
        var session = session(on: 2)
        session.logIn()
        session.onTop(.writeTapped)
        #expect(session.screens.last == .write(episode: 2, text: ""))
        let before = Date()
        session.onTop(.draftChanged(text: "Hello"), .postTapped)
        #expect(session.screens.count == 3)
        let draft = try #require(session.shown.first)
        #expect(UUID(uuidString: draft.id) != nil)
        #expect(draft.author == "Sam")
        #expect(draft.delivery == .posting)
        #expect(try before...Date() ~= #require(draft.written))
        #expect(session.state.comments.unread == 0, "one's own comment is read")
        session.happen(.postFailed(draft: draft.id))
        #expect(session.shown.map(\.delivery) == [.failed])
        session.happen(.retryTapped)
        #expect(session.shown.map(\.delivery) == [.posting])
        session.happen(.commentPosted(draft: draft.id, id: "posted-1"))
        #expect(session.shown.map(\.id) == ["posted-1"])
        #expect(session.shown.map(\.delivery) == [nil])
    }

    @Test func aDraftCanBeDiscarded() {
        var session = session(on: 2)
        let before = session.screens
        session.onTop(.writeTapped, .draftChanged(text: "Hello"), .cancelTapped)
        #expect(session.screens == before)
        #expect(session.state.comments.all == [])
    }

    @Test func nothingIsPostedWithoutAText() {
        var session = session(on: 2)
        session.logIn()
        session.onTop(.writeTapped, .postTapped)
        #expect(session.screens.last == .write(episode: 2, text: ""))
        #expect(session.state.comments.all == [])
    }

    @Test func aRetryNeedsALogin() throws {
        var session = session(on: 2)
        session.logIn()
        session.onTop(.writeTapped, .draftChanged(text: "Hello"), .postTapped)
        session.happen(.postFailed(draft: try #require(session.shown.first).id), .settingsTapped)
        session.onTop(.settings(action: .logoutTapped), .settings(action: .doneTapped))
        session.happen(.retryTapped)
        #expect(session.state.comments.all.map(\.delivery) == [.failed])
        #expect(session.sheet?.reason == "Log in to post a comment.")
    }

    @Test func aCommentWithoutALoginAsksForOneAndKeepsTheDraft() {
        var session = session(on: 2)
        session.onTop(.writeTapped, .draftChanged(text: "Hello"), .postTapped)
        #expect(session.sheet?.reason == "Log in to post a comment.")
        #expect(session.sheet?.pages.map(\.screen) == [.account, .login(name: "", isWaiting: false)])
        session.onTop(.settings(action: .loggedIn(name: "Sam", seconds: 60)))
        #expect(session.screens.last == .write(episode: 2, text: "Hello"))
        session.onTop(.postTapped)
        #expect(session.shown.map(\.text) == ["Hello"])
    }

    @Test func aLoginThatHasExpiredIsAskedForAgain() {
        var session = session(on: 2)
        session.logIn(seconds: 0)
        #expect(session.state.account?.name == "Sam")
        session.onTop(.writeTapped, .draftChanged(text: "Hello"), .postTapped)
        #expect(session.sheet?.reason == "Your login has expired.")
        #expect(session.state.account == nil)
        #expect(session.state.comments.all == [])
    }

    @Test func aDraftThatWasDeletedStaysDeleted() throws {
        var session = session(on: 2)
        session.logIn()
        session.onTop(.writeTapped, .draftChanged(text: "Hello"), .postTapped)
        let draft = try #require(session.shown.first).id
        session.onTop(.commentTapped(row: 0), .deleteTapped)
        session.happen(.commentPosted(draft: draft, id: "posted-1"), .postFailed(draft: draft))
        #expect(session.state.comments.all == [])
    }
}
