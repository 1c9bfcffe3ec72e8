/// Shows one of several tabs, all of which stay in memory.
///
///     let tabs = TabCoordinator(presenter: bar, tabs: [("home", home), ("search", search)])
///
/// The first component of the route names the tab, the rest is the route of its coordinator. An empty route changes nothing, and starts
/// with the first tab.
public final class TabCoordinator<Content>: Coordinator {
    private typealias Tab = (name: String, coordinator: any Coordinator<Content>)

    private let presenter: any Presenter<Content>
    private let tabs: [Tab]
    private var selected: Tab

    /// - Parameter tabs: At least one, in order, not started, each with its name in the route.
    public init(presenter: some Presenter<Content>, tabs: [(name: String, coordinator: any Coordinator<Content>)]) {
        precondition(!tabs.isEmpty, "there are no tabs")
        (self.presenter, self.tabs) = (presenter, tabs)
        selected = tabs[0]
    }

    public var content: Content { presenter.content }
    public var route: Route { route(of: selected) }

    /// Starts all tabs: first the one that the route names, then the others with an empty route.
    public func start(_ route: Route) async throws(RouteError) {
        let selected = try tab(route)
        try await selected.coordinator.start(route.rest)
        for tab in tabs(besides: selected) where !Task.isCancelled { try await tab.coordinator.start(Route()) }
        await select(selected)
    }

    /// Prepares the tab that the route names, as screens of it may leave. A tab stays in memory while another is selected, so it is
    /// prepared for nil only if all tabs leave, the selected one first.
    public func prepare(for route: Route?) async {
        if let route {
            guard !route.components.isEmpty, let tab = try? tab(route) else { return }
            await tab.coordinator.prepare(for: route.rest)
        } else {
            for tab in [selected] + tabs(besides: selected) { await tab.coordinator.prepare(for: nil) }
        }
    }

    public func show(_ route: Route) async throws(RouteError) {
        guard !route.components.isEmpty else { return }
        let tab = try tab(route)
        try await tab.coordinator.show(route.rest)
        if tab.name != selected.name { await select(tab) }
    }

    /// Notes that the user selected a tab, and returns the change of the route for `store.setRoute(_:)`; nil if there is no such tab.
    public func userSelected(_ name: String) -> RouteAction? {
        guard let tab = tabs.first(where: { $0.name == name }) else { return nil }
        let before = route
        selected = tab
        return .replace(before, with: route)
    }

    private func route(of tab: Tab) -> Route { Route([tab.name] + tab.coordinator.route.components) }

    private func tabs(besides tab: Tab) -> [Tab] { tabs.filter { $0.name != tab.name } }

    private func tab(_ route: Route) throws(RouteError) -> Tab {
        guard let name = route.components.first else { return selected }
        guard let tab = tabs.first(where: { $0.name == name }) else {
            throw route.notUnderstood("'\(name)' is not a tab")
        }
        return tab
    }

    private func select(_ tab: Tab) async {
        // The router gave this change up.
        if Task.isCancelled { return }
        selected = tab
        await presenter.present([tab.coordinator.content])
    }
}
