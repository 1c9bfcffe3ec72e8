import TestSupport
import Testing
import TimelineKit
import TimelineNavigation
import TimelineStore

struct RoutingTests {
    private let program = CatalogProgram()

    private func state(after actions: CatalogAction...) -> Catalog {
        actions.reduce(into: program.initialState) { program.reduce(&$0, $1) }
    }

    /// Cordux: `store.route(_:)` sets the route, then dispatches the action.
    @Test func theAppsReducerSeesAChangeWithTheNewRoute() {
        #expect(state(after: .route(RouteChange(.push("3")))) == Catalog(route: "list/3", seen: ["route list/3"]))
    }

    /// Cordux: `store.setRoute(_:)` sets the route and dispatches nothing.
    @Test func aChangeThatFollowsTheUIIsTheRouteAlone() {
        #expect(
            state(after: .route(RouteChange(.push("3"))), .route(RouteChange(.pop("3"), followsUI: true)))
                == Catalog(route: "list", seen: ["route list/3"]))
    }

    /// Cordux dispatches the action whether or not it changed the route.
    @Test func aChangeThatDoesNotMatchStillReachesTheAppsReducer() {
        #expect(state(after: .route(RouteChange(.pop("9")))) == Catalog(route: "list", seen: ["route list"]))
    }

    @Test func otherActionsGoToTheAppsReducer() {
        #expect(state(after: .itemTapped(id: 3)) == Catalog(route: "list", seen: ["item 3 at list"]))
        #expect(state(after: .signedOut) == Catalog(route: "signin", seen: []))
    }

    @Test func aReplayRepeatsEveryChange() throws {
        let folder = try TemporaryFolder()
        let recorder = try Recorder<Catalog, CatalogAction>.ticking(for: program, to: folder.file())
        let store = Store(program: program, middleware: [recorder.middleware])
        let actions: [CatalogAction] = [
            .route(RouteChange(.push("3"))), .itemTapped(id: 7), .route(RouteChange(.push("comments"))),
            .route(RouteChange(.pop("comments"), followsUI: true)), .route(RouteChange(.pop("9"), followsUI: true)),
            .route(RouteChange(.replace("3", with: "4/comments"))), .signedOut,
            .route(RouteChange(.goto("list"), followsUI: true)),
        ]
        var states: [Catalog] = []
        for action in actions {
            store.dispatch(action)
            states.append(store.state)
        }
        recorder.finish()
        #expect(
            states.map(\.route) == [
                "list/3", "list/3", "list/3/comments", "list/3", "list/3", "list/4/comments", "signin", "list",
            ])

        var replayer = try Replayer(program: program, timeline: folder.file(), fresh: true)
        var replayed: [Catalog] = []
        while let step = try replayer.next() { replayed.append(step.state) }
        #expect(replayed == states)
        #expect(replayer.counts.replayed == actions.count)
    }
}
