import EpisodesCore
import Synchronization
import Testing
import TimelineKit
import TimelineNavigation
import TimelineStore
import TimelineTestSupport

struct EpisodesEffectsTests {
    /// A store whose server answers at once, and the actions that its effects dispatch.
    private struct App {
        let running = RunningEffects()
        let store: Store<EpisodesState, EpisodesAction>
        private let seen = Seen()

        init(
            failures: Int = 0, keepsEffects: Bool = false, delay: Duration = .zero,
            clock: any Clock<Duration> = ManualClock(skipsSleeps: true)
        ) {
            let server = EpisodesServer(data: .builtIn, delay: delay, failures: failures)
            store = Store(
                program: EpisodesProgram(),
                middleware: EpisodesEffects(server: server, clock: clock)
                    .middleware(in: running, keepsEffects: keepsEffects) + [seen.middleware])
        }

        /// Dispatches actions, and waits for the effects of each.
        func happen(_ actions: EpisodesAction...) async {
            for action in actions {
                store.dispatch(action)
                await running.allEnded()
            }
        }

        func onTop(_ actions: Screen.Action...) async {
            for action in actions { await happen(.screen(id: store.state.screens.top.id, action: action)) }
        }

        func logIn() async {
            await happen(.settingsTapped)
            await onTop(
                .settings(action: .loginPageTapped),
                .settings(action: .page(id: 1, action: .nameChanged(text: "Sam"))),
                .settings(action: .page(id: 1, action: .loginTapped)), .settings(action: .doneTapped))
        }

        var fromEffects: [EpisodesAction] { seen.all.filter { $0.from == .effect }.map(\.action) }

        /// The number of steps, if no action was dropped.
        var steps: Int { seen.all.count }

        /// The steps that caused the actions which meet a condition.
        func causes(of condition: (EpisodesAction) -> Bool) -> [Int?] {
            seen.all.filter { condition($0.action) }.map(\.cause)
        }
    }

    @Test func aSearchBeginsWhenTheUserPausesAndOnlyForTheLastText() async {
        let clock = ManualClock()
        let app = App(clock: clock)
        await app.happen(.refreshTapped)
        app.store.dispatch(.searchChanged(text: "n"))
        while clock.sleepers == 0 { await Task.yield() }
        clock.advance(by: .milliseconds(299))
        app.store.dispatch(.searchChanged(text: "night"))
        while clock.sleepers == 0 { await Task.yield() }
        clock.advance(by: .milliseconds(299))
        #expect(app.store.state.list.shown.map(\.id) == [5])
        clock.advance(by: .milliseconds(1))
        await app.running.allEnded()
        #expect(app.store.state.list.shown.map(\.id) == [5, 7])
        #expect(app.fromEffects.count { if case .episodesFound = $0 { true } else { false } } == 1)
    }

    @Test func aRetryAndATapOnAClosedSheetPostNothingAgain() async {
        let clock = ManualClock()
        let app = App(failures: 1, clock: clock)
        await app.logIn()
        await app.happen(.episodeTapped(id: 1))
        await app.onTop(.commentsTapped, .writeTapped, .draftChanged(text: "Hello"))
        let sheet = app.store.state.screens.top.id
        app.store.dispatch(.screen(id: sheet, action: .postTapped))
        let first = app.steps
        while clock.sleepers == 0 { await Task.yield() }
        app.store.dispatch(.screen(id: sheet, action: .postTapped))
        app.store.dispatch(.retryTapped)
        clock.advance(by: .milliseconds(500))
        await app.running.allEnded()
        // The request is the one of the first tap.
        #expect(app.causes(of: { if case .commentPosted = $0 { true } else { false } }) == [first])
        #expect(app.store.state.comments.all.map(\.delivery) == [nil])
    }

    /// Cancellation hides the third bug.
    @Test(arguments: [false, true]) func theDetailsOfAClosedEpisodeArriveOnlyIfEffectsAreKept(keepsEffects: Bool) async
    {
        // Only cancellation ends the wait of the server, so that the details do not come before the screen closes.
        let app = App(keepsEffects: keepsEffects, delay: keepsEffects ? .zero : .seconds(20))
        app.store.dispatch(.episodeTapped(id: 1))
        app.store.dispatch(.wentBack(to: 0))
        await app.running.allEnded()
        #expect(app.fromEffects.contains { if case .detailsLoaded = $0 { true } else { false } } == keepsEffects)
    }

}

/// Records dispatched actions.
private final class Seen: Sendable {
    private let dispatched = Mutex<[ActionDispatch<EpisodesAction>]>([])

    var all: [ActionDispatch<EpisodesAction>] { dispatched.withLock { $0 } }

    var middleware: Middleware<EpisodesState, EpisodesAction> {
        Middleware { [self] action, _, next in
            dispatched.withLock { $0.append(action) }
            next(action)
        }
    }
}
