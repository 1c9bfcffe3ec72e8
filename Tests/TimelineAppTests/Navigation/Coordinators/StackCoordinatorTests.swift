import Testing
import TimelineNavigation

@MainActor
struct StackCoordinatorTests {
    private let log = Notes()

    /// A stack with a root whose route is empty, and a screen for each component of a route.
    private func stack(root: Route = Route()) -> StackCoordinator<InMemoryPresenter> {
        StackCoordinator(
            presenter: InMemoryPresenter("stack"), root: NotingCoordinator("root", route: root, log)
        ) { [log] route throws(RouteError) in
            if route.components.contains("bad") { throw DeepLink(route).notUnderstood() }
            return route.components.filter { $0 != "lost" }.map { NotingCoordinator($0, log) }
        }
    }

    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var before: Route = "hello/world/who/there?"
        let route: Route
        let calls: [String]
    }

    nonisolated static let rows = [
        Row(testDescription: "all shared", route: "hello/world/who/there?", calls: []),
        Row(
            testDescription: "none shared", route: "x/hello/world/who/there?",
            calls: [
                "prepare there? nil", "prepare who nil", "prepare world nil", "prepare hello nil", "start x ''",
                "start hello ''", "start world ''", "start who ''", "start there? ''",
            ]),
        Row(
            testDescription: "1 shared", route: "hello/x/world/who/there?",
            calls: [
                "prepare there? nil", "prepare who nil", "prepare world nil", "start x ''", "start world ''",
                "start who ''", "start there? ''",
            ]),
        Row(
            testDescription: "some shared", route: "hello/world/dogs/cats",
            calls: ["prepare there? nil", "prepare who nil", "start dogs ''", "start cats ''"]),
        Row(testDescription: "a pop", route: "hello/world/who", calls: ["prepare there? nil"]),
        Row(testDescription: "a push", before: "hello", route: "hello/world", calls: ["start world ''"]),
        Row(testDescription: "to the root", before: "hello", route: Route(), calls: ["prepare hello nil"]),
    ]

    @Test(arguments: rows) func coordinatorsThatTheNewRouteBeginsWithStayAndTheOthersLeave(row: Row) async throws {
        let stack = stack()
        try await stack.start(row.before)
        #expect(log.take() == ["start root ''"] + row.before.components.map { "start \($0) ''" })
        try await stack.change(to: row.route)
        #expect(log.take() == row.calls)
        #expect(stack.route == row.route)
        #expect(stack.content.contents.map(\.text) == ["root"] + row.route.components)
    }

    @Test func eachCoordinatorThatLeavesIsAwaitedBeforeTheNext() async throws {
        let gate = Gate()
        let log = log
        let stack = StackCoordinator(presenter: InMemoryPresenter("stack"), root: NotingCoordinator("root", log)) {
            _ throws(RouteError) in
            ["a", "b"].map { name in
                NotingCoordinator(name, log) { _ throws(RouteError) in
                    guard name == "b" else { return }
                    await gate.wait()
                    log.note("b is ready")
                }
            }
        }
        let change = Task {
            try await stack.start("root/a/b")
            await stack.prepare(for: "root")
        }
        gate.open()
        try await change.value
        #expect(log.all.suffix(3) == ["prepare b nil", "b is ready", "prepare a nil"])
    }

    /// A router gives up a change by cancelling it, and begins the next.
    @Test func aChangeThatWasGivenUpStartsNoOtherScreenLater() async throws {
        let gate = Gate()
        let stack = StackCoordinator(presenter: InMemoryPresenter("stack"), root: NotingCoordinator("list", log)) {
            [log] route throws(RouteError) in
            route.components.map { name in
                NotingCoordinator(name, log) { _ throws(RouteError) in if name == "slow" { await gate.wait() } }
            }
        }
        try await stack.start("list")
        let change = Task { try await stack.show("list/slow/comments") }
        await until { log.all.last == "start slow ''" }
        change.cancel()
        gate.open()
        try await change.value
        #expect(log.all.last == "start slow ''")
        #expect(stack.content.text == "stack(list)")
    }

    /// A tab that is selected again shows its stack as it is.
    @Test func theSameRouteIsNotPresentedAgain() async throws {
        let presenter = CountingPresenter("stack")
        let stack = StackCoordinator(presenter: presenter, root: NotingCoordinator("list", log)) { [log] route in
            route.components.map { NotingCoordinator($0, log) }
        }
        try await stack.start("list/3")
        try await stack.show("list/3")
        #expect(presenter.count == 1)
        try await stack.show("list")
        #expect(presenter.count == 2)
    }

    /// A route of another root is not shown.
    @Test(arguments: [(nil, ["prepare 3 nil", "prepare root nil"]), ("cart/3", [])] as [(Route?, [String])])
    func aStackThatLeavesPreparesAllItsCoordinatorsAndForAnotherRootNone(next: Route?, calls: [String]) async throws {
        let stack = stack(root: "list")
        try await stack.start("list/3")
        _ = log.take()
        await stack.prepare(for: next)
        #expect(log.take() == calls)
    }

    @Test(arguments: [
        ("list/bad", "bad: it is not understood"), ("cart", "cart: it does not begin with 'list'"),
        ("list/3/lost", "list/3/lost: '3/lost' is not understood"),
    ]) func aRouteThatIsNotUnderstoodChangesNothing(route: String, message: String) async throws {
        let stack = stack(root: "list")
        try await stack.start("list/7")
        let error = await #expect(throws: RouteError.self) { try await stack.show(Route(stringLiteral: route)) }
        #expect(error?.description == message)
        #expect(stack.route == "list/7")
        #expect(stack.content.text == "stack(root 7)")
    }

    @Test(arguments: [
        (1, RouteAction.pop("comments"), "list/3"), (2, .pop("3/comments"), "list"), (9, .pop("3/comments"), "list"),
        (0, .pop(Route()), "list/3/comments"),
    ]) func whatTheUserWentBackFromIsTheChangeOfTheRoute(count: Int, action: RouteAction, after: String) async throws {
        let stack = stack(root: "list")
        try await stack.start("list/3/comments")
        var route = stack.route
        #expect(stack.userWentBack(count) == action)
        route.reduce(action)
        #expect(stack.route == Route(stringLiteral: after))
        #expect(stack.route == route)
    }
}
