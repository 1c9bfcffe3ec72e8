import Testing
import TimelineNavigation

/// Scenes and tabs.
@MainActor
struct SceneCoordinatorTests {
    private let log = Notes()

    private func window() -> SceneCoordinator<InMemoryPresenter> {
        SceneCoordinator(presenter: InMemoryPresenter("window")) { [log] name in
            switch name {
            case "lost": NotingCoordinator(name, log) { _ throws(RouteError) in throw DeepLink("lost").notUnderstood() }
            case "signin", "app": NotingCoordinator(name, route: Route(), log)
            default: nil
            }
        }
    }

    /// "The scene coordinator can manage switching between them, showing only one at a time, as well as routing the subroute to the current
    /// scene."
    @Test func theFirstComponentNamesTheSceneAndTheRestIsItsRoute() async throws {
        let window = window()
        #expect(window.route == Route())
        try await window.start("signin/password")
        #expect(log.take() == ["start signin 'password'"])
        #expect(window.content.text == "window(signin)")
        try await window.change(to: "signin/name")
        #expect(log.take() == ["prepare signin 'name'", "show signin 'name'"])
        #expect(window.route == "signin")
    }

    @Test func aSceneThatLeavesIsPreparedForNil() async throws {
        let window = window()
        try await window.start("signin")
        _ = log.take()
        try await window.change(to: "app/list/3")
        #expect(log.take() == ["prepare signin nil", "start app 'list/3'"])
        #expect(window.content.text == "window(app)")
        await window.prepare(for: nil)
        #expect(log.take() == ["prepare app nil"])
    }

    @Test func anEmptyRouteChangesNothing() async throws {
        let window = window()
        try await window.start(Route())
        #expect(window.content.text == "window")
        try await window.start("app")
        _ = log.take()
        try await window.change(to: Route())
        #expect(log.take() == [])
        #expect(window.content.text == "window(app)")
    }

    @Test(arguments: [("x/3", "x/3: 'x' is not a scene"), ("lost", "lost: it is not understood")])
    func aRouteThatIsNotUnderstoodLeavesTheScene(route: String, message: String) async throws {
        let window = window()
        try await window.start("app")
        let error = await #expect(throws: RouteError.self) { try await window.show(Route(stringLiteral: route)) }
        #expect(error?.description == message)
        #expect(window.route == "app")
        #expect(window.content.text == "window(app)")
    }

    // MARK: - Tabs

    private func stack(_ name: String) -> StackCoordinator<InMemoryPresenter> { notingStack(name, log) }

    private func tabs() -> TabCoordinator<InMemoryPresenter> {
        TabCoordinator(
            presenter: InMemoryPresenter("tabs"),
            tabs: [("home", stack("home")), ("cart", stack("cart")), ("me", stack("me"))])
    }

    /// "Conforming types' start method should invoke the start method for each scene."
    @Test(arguments: [("", "home", "tabs(home(home root))"), ("cart/3", "cart/3", "tabs(cart(cart root 3))")])
    func allTabsAreStartedAndOneIsShown(route: String, after: String, text: String) async throws {
        let tabs = tabs()
        try await tabs.start(Route(stringLiteral: route))
        #expect(log.take().filter { $0.contains("root") }.count == 3)
        #expect(tabs.route == Route(stringLiteral: after))
        #expect(tabs.content.text == text)
    }

    @Test func aTabKeepsWhatItShows() async throws {
        let tabs = tabs()
        try await tabs.start("home/3/comments")
        _ = log.take()
        try await tabs.change(to: "cart/7")
        #expect(tabs.content.text == "tabs(cart(cart root 7))")
        #expect(log.take() == ["start 7 ''"], "no screen of the tab that is hidden leaves")
        try await tabs.change(to: "home/3/comments")
        #expect(tabs.content.text == "tabs(home(home root 3 comments))")
        #expect(log.take() == [])
        try await tabs.change(to: "home/3")
        #expect(log.take() == ["prepare comments nil"])
        try await tabs.change(to: Route())
        #expect(tabs.route == "home/3")
        await tabs.prepare(for: nil)
        #expect(
            log.take() == [
                "prepare 3 nil", "prepare home root nil", "prepare 7 nil", "prepare cart root nil",
                "prepare me root nil",
            ])
    }

    /// A tab keeps its screens while another is shown, so they leave when it is shown again without them.
    @Test func aScreenOfATabThatWasHiddenIsPreparedForNilWhenItLeaves() async throws {
        let tabs = tabs()
        try await tabs.start("cart/7/comments")
        try await tabs.change(to: "home")
        _ = log.take()
        try await tabs.change(to: "cart/7")
        #expect(log.take() == ["prepare comments nil"])
        #expect(tabs.content.text == "tabs(cart(cart root 7))")
    }

    /// The router calls `start` again with the next route.
    @Test func aStartThatIsNotUnderstoodStartsNoTab() async throws {
        let tabs = tabs()
        await #expect(throws: RouteError.self) { try await tabs.start("cart/bad") }
        #expect(log.take() == [])
        try await tabs.start("cart/3")
        #expect(log.take() == ["start cart root ''", "start 3 ''", "start home root ''", "start me root ''"])
    }

    /// A router gives up a change by cancelling it, and begins the next.
    @Test func aStartThatWasGivenUpStartsNoOtherTabLater() async throws {
        let gate = Gate()
        let slow = NotingCoordinator("slow", log) { _ throws(RouteError) in await gate.wait() }
        let tabs = TabCoordinator(
            presenter: InMemoryPresenter("tabs"), tabs: [("slow", slow), ("home", stack("home"))])
        let start = Task { try await tabs.start(Route()) }
        await until { log.all.last == "start slow ''" }
        start.cancel()
        gate.open()
        try await start.value
        #expect(log.all == ["start slow ''"])
        #expect(tabs.content.text == "tabs")
    }

    @Test(arguments: [("x", "x: 'x' is not a tab"), ("cart/bad", "bad: it is not understood")])
    func aRouteThatIsNotUnderstoodLeavesTheTab(route: String, message: String) async throws {
        let tabs = tabs()
        try await tabs.start("home/3")
        let error = await #expect(throws: RouteError.self) { try await tabs.show(Route(stringLiteral: route)) }
        #expect(error?.description == message)
        #expect(tabs.route == "home/3")
        #expect(tabs.content.text == "tabs(home(home root 3))")
    }

    @Test func theTabThatTheUserSelectedIsTheChangeOfTheRoute() async throws {
        let tabs = tabs()
        try await tabs.start("cart/7")
        try await tabs.show("home/3")
        #expect(tabs.userSelected("x") == nil)
        #expect(tabs.userSelected("cart") == .replace("home/3", with: "cart/7"))
        #expect(tabs.route == "cart/7")
        #expect(tabs.userSelected("cart") == .replace("cart/7", with: "cart/7"))
    }

    @Test func coordinatorsNest() async throws {
        let window = SceneCoordinator(presenter: InMemoryPresenter("window")) { [self] name in
            if name == "app" { return tabs() }
            return NotingCoordinator(name, route: Route(), log)
        }
        for (route, text) in [
            ("app/cart/3/comments", "window(tabs(cart(cart root 3 comments)))"),
            ("app/home", "window(tabs(home(home root)))"), ("signin", "window(signin)"),
            ("app/me/1", "window(tabs(me(me root 1)))"),
        ] {
            try await window.change(to: Route(stringLiteral: route))
            #expect(window.content.text == text)
        }
        #expect(window.route == "app/me/1")
    }
}
