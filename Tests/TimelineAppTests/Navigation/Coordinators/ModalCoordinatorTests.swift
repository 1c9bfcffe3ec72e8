import Testing
import TimelineNavigation

/// A base with modals over it.
@MainActor
struct ModalCoordinatorTests {
    private let log = Notes()

    private func stack(_ name: String) -> StackCoordinator<InMemoryPresenter> { notingStack(name, log) }

    private func modals(_ presenter: some Presenter<InMemoryPresenter>) -> ModalCoordinator<InMemoryPresenter> {
        ModalCoordinator(
            presenter: presenter, base: stack("base"),
            modals: ["write": { stack("write") }, "settings": { stack("settings") }])
    }

    private func modals() -> ModalCoordinator<InMemoryPresenter> { modals(InMemoryPresenter("window")) }

    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let before: Route
        let route: Route
        let calls: [String]
        let text: String

        init(_ description: String, _ before: Route, to route: Route, _ calls: [String], _ text: String) {
            (testDescription, self.before, self.route, self.calls, self.text) = (
                description, before, route, calls, text
            )
        }
    }

    nonisolated static let rows = [
        Row(
            "a modal comes", "3", to: "3/write", ["start write root ''"], "window(base(base root 3) write(write root))"),
        Row(
            "a modal comes with a route", "3", to: "3/write/draft", ["start write root ''", "start draft ''"],
            "window(base(base root 3) write(write root draft))"),
        Row(
            "a modal comes over the root", Route(), to: "write", ["start write root ''"],
            "window(base(base root) write(write root))"),
        Row(
            "a modal comes as the base changes", "3", to: "4/write",
            ["prepare 3 nil", "start write root ''", "start 4 ''"], "window(base(base root 4) write(write root))"),
        Row(
            "a modal leaves", "3/write/draft", to: "3", ["prepare draft nil", "prepare write root nil"],
            "window(base(base root 3))"),
        Row(
            "a modal leaves as the base changes", "3/write", to: "4",
            ["prepare write root nil", "prepare 3 nil", "start 4 ''"], "window(base(base root 4))"),
        Row(
            "a modal changes its route", "3/write/draft", to: "3/write/photo", ["prepare draft nil", "start photo ''"],
            "window(base(base root 3) write(write root photo))"),
        Row(
            "the base changes under a modal", "3/write", to: "3/comments/write", ["start comments ''"],
            "window(base(base root 3 comments) write(write root))"),
        Row(
            "both change", "3/write", to: "4/write/draft", ["prepare 3 nil", "start 4 ''", "start draft ''"],
            "window(base(base root 4) write(write root draft))"),
        Row(
            "a modal takes the place of another", "3/write/draft", to: "3/settings",
            ["prepare draft nil", "prepare write root nil", "start settings root ''"],
            "window(base(base root 3) settings(settings root))"),
        Row(
            "the name of a modal in the route of another", "3", to: "3/write/settings",
            ["start write root ''", "start settings ''"], "window(base(base root 3) write(write root settings))"),
        Row(
            "the name of a modal twice", "3", to: "3/write/write", ["start write root ''", "start write ''"],
            "window(base(base root 3) write(write root write))"),
        Row(
            "no modal before or after", "3", to: "3/comments", ["start comments ''"],
            "window(base(base root 3 comments))"),
        Row(
            "nothing changes", "3/write/draft", to: "3/write/draft", [],
            "window(base(base root 3) write(write root draft))"),
    ]

    @Test(arguments: rows) func aModalIsShownWhileTheRouteNamesIt(row: Row) async throws {
        let modals = modals()
        try await modals.start(row.before)
        #expect(modals.route == row.before)
        _ = log.take()
        try await modals.change(to: row.route)
        #expect(log.take() == row.calls)
        #expect(modals.route == row.route)
        #expect(modals.content.text == row.text)
    }

    @Test(arguments: [
        (Route(), ["start base root ''"], "window(base(base root))"),
        ("3", ["start base root ''", "start 3 ''"], "window(base(base root 3))"),
        (
            "3/write/draft",
            ["start write root ''", "start draft ''", "start base root ''", "start 3 ''"],
            "window(base(base root 3) write(write root draft))"
        ),
    ]) func theFirstRouteMayNameAModal(route: Route, calls: [String], text: String) async throws {
        let modals = modals()
        try await modals.start(route)
        #expect(log.take() == calls)
        #expect(modals.route == route)
        #expect(modals.content.text == text)
    }

    @Test func aModalThatLeavesWithItsBaseIsPreparedFirst() async throws {
        let modals = modals()
        try await modals.start("3/write")
        _ = log.take()
        await modals.prepare(for: nil)
        #expect(log.take() == ["prepare write root nil", "prepare 3 nil", "prepare base root nil"])
    }

    @Test(
        arguments: [
            ("3", "3/write/bad", "window(base(base root 3))"), ("3", "4/write/bad", "window(base(base root 3))"),
            ("3", "bad/write", "window(base(base root 3))"),
            ("3/write", "bad", "window(base(base root 3) write(write root))"),
            ("3/write", "bad/write/draft", "window(base(base root 3) write(write root))"),
            ("3/write", "4/write/bad", "window(base(base root 3) write(write root))"),
            ("3/write", "4/settings/bad", "window(base(base root 3) write(write root))"),
        ] as [(Route, Route, String)])
    func aRouteThatIsNotUnderstoodChangesNothing(before: Route, route: Route, text: String) async throws {
        let modals = modals()
        try await modals.start(before)
        await #expect(throws: RouteError.self) { try await modals.show(route) }
        #expect(modals.route == before)
        #expect(modals.content.text == text)
    }

    @Test func aStartThatIsNotUnderstoodCanBeTriedAgain() async throws {
        let modals = modals()
        await #expect(throws: RouteError.self) { try await modals.start("3/write/bad") }
        #expect(log.take() == [], "the modal is first, so the base was not started")
        try await modals.start("3/write")
        #expect(log.take().filter { $0 == "start base root ''" }.count == 1)
        #expect(modals.route == "3/write")
    }

    @Test func onlyAModalThatComesOrLeavesIsPresented() async throws {
        let presenter = CountingPresenter("window")
        let modals = modals(presenter)
        try await modals.start("3")
        #expect(presenter.count == 1)
        let changes: [(route: Route, count: Int)] = [
            ("4", 1), ("4/write", 2), ("4/write/draft", 2), ("5/write", 2), ("5/settings", 3), ("5", 4), ("6", 4),
        ]
        for change in changes {
            try await modals.show(change.route)
            #expect(presenter.count == change.count, "\(change.route)")
        }
    }

    /// A router gives up a change by cancelling it, and begins the next.
    @Test(
        arguments: [
            (nil, "3/loading", "start loading ''", Route(), "window"),
            ("3", "4/loading", "start loading ''", "3", "window(base(base root 3))"),
            ("3/write", "4/loading", "start loading ''", "3/write", "window(base(base root 3) write(write root))"),
            ("3/write", "slow/write/draft", "start slow ''", "3/write", "window(base(base root 3) write(write root))"),
        ] as [(Route?, Route, String, Route, String)])
    func aChangeThatWasGivenUpShowsNothingLater(
        before: Route?, route: Route, held: String, after: Route, text: String
    ) async throws {
        let gate = Gate()
        let waiting = { [log] name in
            NotingCoordinator(name, log) { call throws(RouteError) in if call == "start" { await gate.wait() } }
        }
        let base = StackCoordinator(
            presenter: InMemoryPresenter("base"), root: NotingCoordinator("base root", route: Route(), log)
        ) { [log] route throws(RouteError) in
            route.components.map { $0 == "slow" ? waiting($0) : NotingCoordinator($0, log) }
        }
        let modals = ModalCoordinator(
            presenter: InMemoryPresenter("window"), base: base,
            modals: ["write": { stack("write") }, "loading": { waiting("loading") }])
        if let before { try await modals.start(before) }
        let change = Task { if before == nil { try await modals.start(route) } else { try await modals.show(route) } }
        await until { log.all.last == held }
        change.cancel()
        _ = log.take()
        gate.open()
        try await change.value
        #expect(log.all == [])
        #expect(modals.route == after)
        #expect(modals.content.text == text)
    }

    @Test(
        arguments: [
            ("3/write", RouteAction.pop("write"), "3"), ("3/write/draft", .pop("write/draft"), "3"),
            ("write", .pop("write"), Route()), ("3", .pop(Route()), "3"),
        ] as [(Route, RouteAction, Route)])
    func theModalThatTheUserDismissedIsTheChangeOfTheRoute(
        before: Route, action: RouteAction, after: Route
    ) async throws {
        let modals = modals()
        try await modals.start(before)
        _ = log.take()
        var route = modals.route
        #expect(modals.userDismissed() == action)
        route.reduce(action)
        #expect(modals.route == after)
        #expect(route == after)
        #expect(log.take() == [], "the user interface has dismissed it")

        try await modals.change(to: "3/write")
        #expect(modals.content.text == "window(base(base root 3) write(write root))")
    }
}
