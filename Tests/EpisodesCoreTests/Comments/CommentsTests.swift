import EpisodesCore
import Testing

struct CommentsTests {
    @Test func unreadCountsWhatArrivedUntilItsEpisodeIsOpened() {
        var session = Session(
            .commentsArrived(comments: [.sample("a"), .sample("b"), .sample("c", about: 2)]))
        #expect(session.state.comments.unread == 3)
        session.happen(.episodeTapped(id: 1))
        #expect(session.state.comments.unread == 1)
        #expect(session.state.comments.all.map(\.isNew) == [false, false, true])
        session.happen(.backTapped, .episodeTapped(id: 1))
        #expect(session.state.comments.unread == 1)
    }

    @Test func readAllAndThenOpenTakesTheBadgeBelowZero() {
        var session = Session(.commentsArrived(comments: [.sample("a"), .sample("b")]), .allReadTapped)
        #expect(session.state.comments.unread == 0)
        #expect(session.broken == [])
        session.happen(.episodeTapped(id: 1))
        #expect(session.state.comments.unread == -2)
        #expect(session.broken == ["unread is never negative"])
    }

    @Test func aCommentIsWrittenPostedAndConfirmed() {
        var session = Session(.episodeTapped(id: 2), .writeTapped)
        #expect(session.state.sheet == .write(text: ""))
        session.happen(.draftChanged(text: "Hello"), .postTapped)
        #expect(session.state.sheet == nil)
        #expect(session.state.shownComments.map(\.id) == ["draft-1"])
        #expect(session.state.shownComments.map(\.isPosting) == [true])
        #expect(session.state.comments.unread == 0, "one's own comment is read")
        session.happen(.commentPosted(draft: "draft-1", id: "posted-1"))
        #expect(session.state.shownComments.map(\.id) == ["posted-1"])
        #expect(session.state.shownComments.map(\.isPosting) == [false])
        session.happen(.writeTapped, .draftChanged(text: "Again"), .postTapped)
        #expect(session.state.shownComments.map(\.id) == ["posted-1", "draft-2"])
    }

    @Test func aDraftCanBeCancelled() {
        let session = Session(.episodeTapped(id: 2), .writeTapped, .draftChanged(text: "Hello"), .writeCancelled)
        #expect(session.state.sheet == nil)
        #expect(session.state.shownComments == [])
    }

    @Test func nothingIsPostedWithoutAText() {
        let session = Session(.episodeTapped(id: 2), .writeTapped, .postTapped)
        #expect(session.state.sheet == .write(text: ""))
        #expect(session.state.shownComments == [])
    }

    @Test func theListHasNoSheet() {
        #expect(Session(.writeTapped, .draftChanged(text: "Hello"), .postTapped).state.sheet == nil)
        #expect(Session(.episodeTapped(id: 1), .writeTapped, .backTapped).broken == [])
    }

    @Test func aDraftThatWasDeletedStaysDeleted() {
        let session = Session(
            .episodeTapped(id: 2), .writeTapped, .draftChanged(text: "Hello"), .postTapped, .commentTapped(row: 0),
            .deleteTapped, .commentPosted(draft: "draft-1", id: "posted-1"))
        #expect(session.state.comments.all == [])
    }
}
