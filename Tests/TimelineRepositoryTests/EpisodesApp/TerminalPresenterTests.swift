import EpisodesCore
import Testing
import TimelineNavigation
import TimelineTestSupport

@testable import EpisodesApp

@MainActor
@Suite(.ownThreads)
struct TerminalPresenterTests {
    @Test func theTitleOfTheWindowIsTheWayToTheScreenOnTop() async {
        var written: [String] = []
        var problems: [String] = []
        let router = TerminalPresenter.router(write: { written.append($0) }, onProblem: { problems.append("\($0)") })
        var state = EpisodesState()
        for url in ["", "episode/3", "episode/3/comments/new", "episode/3/comments", "settings", "nowhere"] {
            EpisodesProgram().reduce(&state, .linkOpened(url: "episodes://\(url)"))
            router.show(state.route)
            await router.settled()
        }
        let titles = [
            "Episodes", "Episodes › Episode 3", "Episodes › Episode 3 › Comments › New comment",
            "Episodes › Episode 3 › Comments", "Episodes › Settings",
        ]
        #expect(written == titles.map { "\u{1B}]0;\($0)\u{7}" })
        #expect(problems == [])
    }
}
