import EpisodesCore
import Testing

@testable import EpisodesApp

struct ScreenTests {
    private let episodes: [Episode] = [
        Episode(id: 2, show: "Rick's Diner", season: 4, number: 7, title: "The Regular", airs: "2026-11-25"),
        Episode(id: 11, show: "Night Shift", season: 6, number: 2, title: "Half Past", airs: "2026-12-05"),
    ]

    private func text(hasColor: Bool = false, _ actions: EpisodesAction...) -> String {
        var state = EpisodesState()
        for action in actions { EpisodesProgram().reduce(&state, action) }
        return Screen(hasColor: hasColor).text(of: state)
    }

    private var arrived: EpisodesAction {
        .commentsArrived(comments: [
            Comment(id: "a", episode: 2, author: "Ada", text: "At last."),
            Comment(id: "b", episode: 2, author: "Bo", text: "Is it?"),
            Comment(id: "c", episode: 11, author: "Cy", text: "Hm."),
        ])
    }

    @Test func anEmptyList() {
        #expect(
            text() == """
                EPISODES  0 unread

                (none yet: refresh)

                """)
    }

    @Test func aListWithComments() {
        #expect(
            text(.episodesLoaded(episodes: episodes), arrived, .episodeTapped(id: 11), .backTapped) == """
                EPISODES  2 unread

                  2  Rick's Diner S4 E7  The Regular  2026-11-25  2 comments, 2 new
                 11  Night Shift S6 E2   Half Past    2026-12-05  1 comment

                """)
    }

    @Test func aListThatIsSearchedWhileItIsRefreshed() {
        #expect(
            text(
                .episodesLoaded(episodes: episodes), .refreshTapped, .refreshProgressed(fraction: 0.75),
                .searchChanged(text: "rick")) == """
                    EPISODES  0 unread
                    refreshing: 75 %
                    search: rick

                      2  Rick's Diner S4 E7  The Regular  2026-11-25

                    """)
        #expect(
            text(.episodesLoaded(episodes: episodes), .searchChanged(text: "nobody")) == """
                EPISODES  0 unread
                search: nobody

                (none found)

                """)
    }

    @Test func anEpisodeWithComments() {
        #expect(
            text(
                .episodesLoaded(episodes: episodes), .episodeTapped(id: 2), arrived, .commentTapped(row: 1),
                .writeTapped, .draftChanged(text: "Yes!"), .postTapped) == """
                    THE REGULAR
                    Rick's Diner, season 4, episode 7; on 2026-11-25

                       1  Ada: At last.  new
                    >  2  Bo: Is it?  new
                       3  you: Yes!  (posting)

                    """)
    }

    @Test func anEpisodeWithASearchAndASheet() {
        #expect(
            text(
                .episodesLoaded(episodes: episodes), .episodeTapped(id: 2), .commentSearchChanged(text: "last"),
                .writeTapped) == """
                    THE REGULAR
                    Rick's Diner, season 4, episode 7; on 2026-11-25
                    find: last

                    (no comments)

                    YOUR COMMENT
                    (type TEXT, then post; or cancel)

                    """)
        #expect(
            text(
                .episodesLoaded(episodes: episodes), .episodeTapped(id: 2), .writeTapped, .draftChanged(text: "Yes!"))
                    == """
                    THE REGULAR
                    Rick's Diner, season 4, episode 7; on 2026-11-25

                    (no comments)

                    YOUR COMMENT
                    Yes!

                    """)
    }

    /// Text from others must not control the terminal.
    @Test func invisibleCharactersAreEscaped() {
        let odd = "a\u{1B}[2Jb\u{9B}c\u{202E}"
        let episode = Episode(id: 2, show: odd, season: 4, number: 7, title: odd, airs: odd)
        let screens = [
            text(.episodesLoaded(episodes: [episode]), .searchChanged(text: odd)),
            text(.episodesLoaded(episodes: [episode])),
            text(
                .episodesLoaded(episodes: [episode]),
                .commentsArrived(comments: [Comment(id: "a", episode: 2, author: odd, text: odd)]),
                .episodeTapped(id: 2), .commentSearchChanged(text: "a")),
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
