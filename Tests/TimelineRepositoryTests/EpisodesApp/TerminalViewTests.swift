import EpisodesCore
import Testing
import TimelineTestSupport

@testable import EpisodesApp

@Suite(.ownThreads)
struct TerminalViewTests {
    private func text(_ actions: EpisodesAction...) -> String {
        var state = EpisodesState()
        for action in actions { EpisodesProgram().reduce(&state, action) }
        return TerminalView(hasColor: false).text(of: state)
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
}
