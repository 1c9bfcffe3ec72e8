import EpisodesCore
import Synchronization
import Testing
import TimelineKit
import TimelineStore
import TimelineTestSupport

@testable import EpisodesApp

@Suite(.ownThreads)
struct CommandTests {
    /// The actions that a line dispatches while the screens of a link are shown.
    private func actions(of line: String, on link: String) async throws -> [EpisodesAction] {
        let actions = Mutex<[EpisodesAction]>([])
        let noting = Middleware<EpisodesState, EpisodesAction> { dispatched, _, next in
            actions.withLock { $0.append(dispatched.action) }
            next(dispatched)
        }
        let store = Store(program: EpisodesProgram(), middleware: [noting])
        store.dispatch(.linkOpened(url: "episodes://\(link)"))
        try await Line(line, in: Session(store: store, effects: RunningEffects()))?.run()
        return Array(actions.withLock { $0 }.dropFirst())
    }

    @Test(arguments: [
        ("", "  search   rick's  diner ", [EpisodesAction.searchChanged(text: "rick's  diner")]), ("", "home", []),
        ("episode/3/comments", "home", [.wentBack(to: 0)]), ("", "  # refresh", []),
        ("episode/3/comments", "select 1", [.screen(id: 2, action: .commentTapped(row: 0))]),
        ("settings", "logout", [.screen(id: 1, action: .settings(action: .logoutTapped))]),
    ])
    func aLineIsCarriedOut(link: String, line: String, expected: [EpisodesAction]) async throws {
        #expect(try await actions(of: line, on: link) == expected)
    }

    @Test(arguments: [
        ("fly", "unknown command 'fly'; help lists them"),
        ("read", "unknown command 'read'; help lists them"),
        ("read some", "unknown command 'read some'; help lists them"),
        ("open three", "open needs a number from 1, not 'three'"),
        ("back home", "back takes no argument, not 'home'"),
        ("comment", "comment needs TEXT after it"),
        ("link", "link needs URL after it"),
        ("comments", "there is no episode on top; open ID opens one"),
        ("select 1", "there is no list of comments on top; comments opens that of an episode"),
        ("at", "at needs POSITION after it"),
        ("step on", "there is no recording; start with --travel FILE, or with timeline record"),
        ("play fast", "play needs a speed over 0, not 'fast'"),
        ("play 0", "play needs a speed over 0, not '0'"),
        ("without", "without needs N after it"),
        ("resume now", "resume takes no argument, not 'now'"),
        ("wait long", "wait needs a number of seconds from 0 to 86400, not 'long'"),
        ("wait -1", "wait needs a number of seconds from 0 to 86400, not '-1'"),
        ("wait nan", "wait needs a number of seconds from 0 to 86400, not 'nan'"),
    ])
    func anUnknownLineIsRejectedWithAReason(line: String, reason: String) async {
        await #expect { try await actions(of: line, on: "") } throws: { "\($0)" == reason }
    }
}
