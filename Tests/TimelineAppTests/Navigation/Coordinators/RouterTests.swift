import Testing
import TimelineNavigation
import TimelineStore
import TimelineTestSupport

@MainActor
struct RouterTests {
    private let log = Notes()
    private let clock = ManualClock()

    /// A coordinator of any route, which is the last one that it was asked to show.
    private final class Root: Coordinator {
        let content = InMemoryPresenter("root")
        var route = Route()
        private let log: Notes
        private let onCall: @MainActor (_ call: String) async throws(RouteError) -> Void

        init(_ log: Notes, onCall: @escaping @MainActor (_ call: String) async throws(RouteError) -> Void = { _ in }) {
            (self.log, self.onCall) = (log, onCall)
        }

        private func call(_ name: String, _ route: Route?) async throws(RouteError) {
            let call = "\(name) \(route.map(\.description) ?? "nil")"
            log.note(call)
            try await onCall(call)
        }

        func start(_ route: Route) async throws(RouteError) {
            try await call("start", route)
            self.route = route
        }

        func prepare(for route: Route?) async { try? await call("prepare", route) }

        func show(_ route: Route) async throws(RouteError) {
            try await call("show", route)
            self.route = route
        }
    }

    private func router(_ root: any Coordinator) -> Router {
        Router(root, timeout: .seconds(3), clock: clock) { [log] problem in
            log.note("\(problem.kind) \(problem.route): \(problem)")
        }
    }

    private func show(_ route: Route, by router: Router) async {
        router.show(route)
        await router.settled()
    }

    @Test func theFirstRouteStartsAndTheOthersAreShown() async {
        let router = router(Root(log))
        for route in ["a", "a/b", "a"] as [Route] { await show(route, by: router) }
        #expect(log.all == ["start a", "prepare a/b", "show a/b", "prepare a", "show a"])
        await until { clock.sleepers == 0 }
    }

    @Test(arguments: ["start a", "prepare b", "show b"]) func ofTheChangesThatWaitTheLatestWins(held: String) async {
        let gate = Gate()
        let router = router(Root(log) { call throws(RouteError) in if call == held { await gate.wait() } })
        router.show("a")
        if held != "start a" {
            await router.settled()
            router.show("b")
        }
        await until { log.all.last == held }
        let before = log.take()
        for route in ["c", "d", "e"] as [Route] { router.show(route) }
        for _ in 0..<100 { await Task.yield() }
        #expect(log.all == [], "one at a time, after \(before)")
        gate.open()
        await router.settled()
        #expect(log.all == (held == "prepare b" ? ["show b"] : []) + ["prepare e", "show e"])
    }

    @Test func aRouteThatIsShownIsNotShownAgain() async {
        let root = Root(log)
        let router = router(root)
        for _ in 1...2 { await show("a", by: router) }
        #expect(log.take() == ["start a"])
        router.show("b")
        await show("a", by: router)
        #expect(log.take() == [], "the latest is where the user is")
        // The user goes back, and forward again.
        root.route = "b"
        router.show("b")
        await show("a", by: router)
        #expect(log.take() == ["prepare a", "show a"])
    }

    @Test(arguments: ["start a", "prepare b", "show b"]) func aCoordinatorThatDoesNotReturnIsReportedAndTheNextBegins(
        held: String
    ) async {
        let gate = Gate()
        let router = router(Root(log) { call throws(RouteError) in if call == held { await gate.wait() } })
        router.show("a")
        if held != "start a" {
            await router.settled()
            router.show("b")
        }
        await until { log.all.last == held && clock.sleepers == 1 }
        _ = log.take()
        router.show("c")
        clock.advance(by: .seconds(3) - .nanoseconds(1))
        for _ in 0..<100 { await Task.yield() }
        #expect(log.all == [])
        clock.advance(by: .nanoseconds(1))
        await router.settled()
        let (name, route) = (held.dropLast(2), held.suffix(1))
        #expect(
            log.all == ["timeout \(route): \(route): '\(name)' did not return within 3.0 seconds"]
                + (name == "start" ? ["start c"] : ["prepare c", "show c"]))
        gate.open()
    }

    @Test func whatReturnsInTimeIsNotReportedLater() async {
        let router = router(Root(log))
        await show("a", by: router)
        await until { clock.sleepers == 0 }
        clock.advance(by: .seconds(10))
        for _ in 0..<100 { await Task.yield() }
        #expect(log.all == ["start a"])
    }

    @Test func whatReturnsTooLateShowsNothing() async {
        let gate = Gate()
        let log = log
        let window = SceneCoordinator(presenter: InMemoryPresenter("window")) { name in
            NotingCoordinator(name, route: Route(), log) { _ throws(RouteError) in
                guard name == "slow" else { return }
                await gate.wait()
                log.note("slow is ready")
            }
        }
        let router = router(window)
        await show("app", by: router)
        router.show("slow")
        await until { log.all.last == "start slow ''" && clock.sleepers == 1 }
        clock.advance(by: .seconds(3))
        await router.settled()
        gate.open()
        await until { log.all.last == "slow is ready" }
        for _ in 0..<100 { await Task.yield() }
        #expect(window.content.text == "window(app)")
        #expect(window.route == "app")
        await show("app/x", by: router)
        #expect(log.all.last == "show app 'x'")
    }

    @Test func aRouteThatIsNotUnderstoodIsReportedAndTheNextBegins() async {
        let router = router(
            Root(log) { call throws(RouteError) in
                if call.hasSuffix("bad") { throw DeepLink("bad").notUnderstood() }
            })
        for route in ["bad", "a", "bad", "b"] as [Route] { await show(route, by: router) }
        #expect(
            log.all == [
                "start bad", "notUnderstood bad: bad: it is not understood", "start a", "prepare bad",
                "show bad", "notUnderstood bad: bad: it is not understood", "prepare b", "show b",
            ])
    }

    @Test func aStoreChangesWhatIsShownAndFollowsTheUser() async {
        let log = log
        let stack = StackCoordinator(
            presenter: InMemoryPresenter("stack"), root: NotingCoordinator("list", log)
        ) { route throws(RouteError) in route.components.map { NotingCoordinator($0, log) } }
        let router = router(stack)
        let store = MainStore(program: CatalogProgram())
        let subscription = store.subscribe(to: \.route, initial: true) { router.show($0) }
        await router.settled()
        store.navigate(.push("3/comments"))
        await router.settled()
        #expect(stack.content.text == "stack(list 3 comments)")
        #expect(log.take() == ["start list ''", "start 3 ''", "start comments ''"])

        store.setRoute(stack.userWentBack())
        await router.settled()
        #expect(store.state.route == "list/3")
        #expect(log.take() == [], "the user sees it already")

        store.navigate(.push("comments"))
        await router.settled()
        #expect(log.take() == ["start comments ''"])
        #expect(stack.route == store.state.route)
        subscription.cancel()
    }
}
