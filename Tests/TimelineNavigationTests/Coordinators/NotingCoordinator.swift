import TimelineNavigation

/// A screen with a fixed route, which notes what it is called with.
final class NotingCoordinator: Coordinator {
    let route: Route
    let content: InMemoryPresenter
    private let log: Notes
    private let onCall: @MainActor (_ call: String) async throws(RouteError) -> Void

    /// - Parameter onCall: Called with `start`, `prepare` or `show`.
    init(
        _ name: String, route: Route? = nil, _ log: Notes,
        onCall: @escaping @MainActor (_ call: String) async throws(RouteError) -> Void = { _ in }
    ) {
        self.route = route ?? Route([name])
        content = InMemoryPresenter(name)
        self.log = log
        self.onCall = onCall
    }

    func start(_ route: Route) async throws(RouteError) {
        log.note("start \(content.text) '\(route)'")
        try await onCall("start")
    }

    func prepare(for route: Route?) async {
        log.note("prepare \(content.text) \(route.map { "'\($0)'" } ?? "nil")")
        try? await onCall("prepare")
    }

    func show(_ route: Route) async throws(RouteError) {
        log.note("show \(content.text) '\(route)'")
        try await onCall("show")
    }
}

extension Coordinator {
    /// Changes the route as a router does.
    func change(to route: Route) async throws(RouteError) {
        await prepare(for: route)
        try await show(route)
    }
}
