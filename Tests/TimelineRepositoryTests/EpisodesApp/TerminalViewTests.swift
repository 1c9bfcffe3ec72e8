import EpisodesCore
import Testing
import TimelineTestSupport

@testable import EpisodesApp

@Suite(.ownThreads)
struct TerminalViewTests {
    private let episodes: [Episode] = [
        Episode(id: 2, show: "Rick's Diner", season: 4, number: 7, title: "The Regular", airs: "2026-11-25"),
        Episode(id: 11, show: "Night Shift", season: 6, number: 2, title: "Half Past", airs: "2026-12-05"),
    ]

    private func text(hasColor: Bool = false, _ actions: EpisodesAction...) -> String {
        text(actions, hasColor: hasColor)
    }

    private func text(_ actions: [EpisodesAction], hasColor: Bool = false) -> String {
        var state = EpisodesState()
        for action in actions { EpisodesProgram().reduce(&state, action) }
        return TerminalView(hasColor: hasColor).text(of: state)
    }

    private var arrived: EpisodesAction {
        .commentsArrived(
            comments: [
                Comment(id: "a", episode: 2, author: "Ada", text: "At last."),
                Comment(id: "b", episode: 2, author: "Bo", text: "Is it?"),
                Comment(id: "c", episode: 11, author: "Cy", text: "Hm."),
            ], arrival: 0)
    }

    @Test func aListThatIsSearchedWhileItIsRefreshed() {
        #expect(
            text(
                .episodesLoaded(episodes: episodes, page: 0, isLast: true), .refreshTapped,
                .refreshProgressed(fraction: 0.75),
                .searchChanged(text: "rick")) == """
                    EPISODES  0 unread
                    refreshing: 75 %
                    search: rick

                      2  Rick's Diner S4 E7  The Regular  2026-11-25

                    """)
        #expect(
            text(.episodesLoaded(episodes: [], page: 0, isLast: false)) == """
                EPISODES  0 unread

                (none yet: refresh)
                (more: type more)

                """)
        #expect(
            text(.episodesLoaded(episodes: episodes, page: 0, isLast: true), .searchChanged(text: "nobody")) == """
                EPISODES  0 unread
                search: nobody

                (none found)

                """)
    }

    /// An episode has the id 1 among the screens, its comments 2, the sheet 3.
    private var comments: [EpisodesAction] {
        [
            .episodesLoaded(episodes: episodes, page: 0, isLast: true), .episodeTapped(id: 2), arrived,
            .screen(id: 1, action: .commentsTapped),
        ]
    }

    @Test func anEpisodeWhileItIsLoaded() {
        #expect(
            text([EpisodesAction](comments[0...1])) == """
                THE REGULAR
                Rick's Diner, season 4, episode 7; on 2026-11-25

                (loading)
                (no comments)

                """)
    }

    @Test func commentsWithASelection() {
        #expect(
            text(comments + [.screen(id: 2, action: .commentTapped(row: 1))]) == """
                THE REGULAR: COMMENTS

                   1  Ada: At last.  new
                >  2  Bo: Is it?  new

                """)
    }

    @Test func commentsWithASearchAndASheet() {
        let writing =
            comments + [.screen(id: 2, action: .searchChanged(text: "lost")), .screen(id: 2, action: .writeTapped)]
        #expect(
            text(writing) == """
                THE REGULAR: COMMENTS
                find: lost

                (no comments)

                YOUR COMMENT
                (type TEXT, then post; or cancel)

                """)
        #expect(
            text(
                writing + [.screen(id: 3, action: .draftChanged(text: "Yes!")), .screen(id: 3, action: .postTapped)])
                    == """
                    THE REGULAR: COMMENTS
                    find: lost

                    (no comments)

                    YOUR COMMENT
                    Yes!

                    SETTINGS
                    Log in to post a comment.
                    (login NAME)

                    """)
    }

    @Test func aCommentWhileItIsPosted() {
        var state = EpisodesState()
        let program = EpisodesProgram()
        let writing: [EpisodesAction] = [
            .settingsTapped, .screen(id: 1, action: .settings(action: .loggedIn(name: "Sam", seconds: 60))),
            .screen(id: 1, action: .settings(action: .doneTapped)),
            .episodesLoaded(episodes: episodes, page: 0, isLast: true), .episodeTapped(id: 2),
            .screen(id: 2, action: .commentsTapped), .screen(id: 3, action: .writeTapped),
            .screen(id: 4, action: .draftChanged(text: "Yes!")), .screen(id: 4, action: .postTapped),
        ]
        for action in writing { program.reduce(&state, action) }
        #expect(
            TerminalView().text(of: state) == "THE REGULAR: COMMENTS\n\n   1  Sam: Yes!  (posting)\n")
        program.reduce(&state, .postFailed(draft: state.comments.all[0].id))
        #expect(
            TerminalView().text(of: state)
                == "THE REGULAR: COMMENTS\n\n   1  Sam: Yes!  (not posted: retry)\n")
    }

    @Test func theSettingsAndTheirPage() {
        let list = "EPISODES  0 unread\n\n(none yet: refresh)\n\nSETTINGS\n"
        func settings(_ action: SettingsSheet.Action) -> EpisodesAction {
            .screen(id: 1, action: .settings(action: action))
        }
        #expect(text(.settingsTapped) == list + "(login NAME)\n")
        let waiting = [
            .settingsTapped, settings(.loginPageTapped), settings(.page(id: 1, action: .nameChanged(text: "Sam"))),
            settings(.page(id: 1, action: .loginTapped)),
        ]
        #expect(text(waiting) == list + "logging in as Sam\n")
        #expect(text(waiting + [settings(.loggedIn(name: "Sam", seconds: 1))]) == list + "logged in as Sam\n")
    }

    /// Text from others must not control the terminal.
    @Test func invisibleCharactersAreEscaped() {
        let odd = "a\u{1B}[2Jb\u{9B}c\u{202E}"
        let episode = Episode(id: 2, show: odd, season: 4, number: 7, title: odd, airs: odd)
        let screens = [
            text(.episodesLoaded(episodes: [episode], page: 0, isLast: true), .searchChanged(text: odd)),
            text(.episodesLoaded(episodes: [episode], page: 0, isLast: true)),
            text(
                .episodesLoaded(episodes: [episode], page: 0, isLast: true),
                .commentsArrived(comments: [Comment(id: "a", episode: 2, author: odd, text: odd)], arrival: 0),
                .episodeTapped(id: 2), .screen(id: 1, action: .commentsTapped),
                .screen(id: 2, action: .searchChanged(text: "a"))),
        ]
        for screen in screens {
            #expect(!screen.unicodeScalars.contains { [0x1B, 0x9B, 0x202E].contains($0.value) })
            #expect(screen.lowercased().contains(#"a\u{1b}[2jb\u{9b}c\u{202e}"#))
        }
    }

    @Test func colors() {
        #expect(
            text(hasColor: true) == """
                \u{1B}[1mEPISODES\u{1B}[0m  0 unread

                \u{1B}[2m(none yet: refresh)\u{1B}[0m

                """)
    }
}
