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
        (self.log, self.onCall) = (log, onCall)
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
    func change(to route: Route) async throws(RouteError) {
        await prepare(for: route)
        try await show(route)
    }
}

/// Counts its presentations.
final class CountingPresenter: Presenter {
    let content: InMemoryPresenter
    private(set) var count = 0

    init(_ name: String) { content = InMemoryPresenter(name) }

    func present(_ contents: [InMemoryPresenter]) async { count += 1 }
}

/// A stack with a screen for each component of a route. A screen `bad` is not understood.
@MainActor
func notingStack(_ name: String, _ log: Notes) -> StackCoordinator<InMemoryPresenter> {
    StackCoordinator(
        presenter: InMemoryPresenter(name), root: NotingCoordinator("\(name) root", route: Route(), log)
    ) { route throws(RouteError) in
        if route.components.contains("bad") { throw DeepLink(route).notUnderstood() }
        return route.components.map { NotingCoordinator($0, log) }
    }
}
