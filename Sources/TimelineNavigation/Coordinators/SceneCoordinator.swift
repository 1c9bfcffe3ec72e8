/// Shows one of several scenes, each with its own coordinator: signing in, the app, a tour.
///
///     let root = SceneCoordinator(presenter: window) { name in
///         switch name {
///         case "signin": SignInCoordinator()
///         case "app": AppCoordinator()
///         default: nil
///         }
///     }
///
/// The first component of the route names the scene, the rest is the route of its coordinator. A scene that leaves is released, and made
/// again when it returns. An empty route changes nothing.
public final class SceneCoordinator<Content>: Coordinator {
    private let presenter: any Presenter<Content>
    private let makeCoordinator: @MainActor (_ name: String) -> (any Coordinator<Content>)?
    private var scene: (name: String, coordinator: any Coordinator<Content>)?

    /// Makes a coordinator that shows nothing yet.
    ///
    /// - Parameter makeCoordinator: Returns the coordinator of the scene with a name, not started, or nil if there is no such scene.
    public init(
        presenter: some Presenter<Content>,
        makeCoordinator: @escaping @MainActor (_ name: String) -> (any Coordinator<Content>)?
    ) {
        (self.presenter, self.makeCoordinator) = (presenter, makeCoordinator)
    }

    public var content: Content { presenter.content }
    public var route: Route { scene.map { Route([$0.name] + $0.coordinator.route.components) } ?? Route() }

    public func start(_ route: Route) async throws(RouteError) { try await show(route) }

    public func prepare(for route: Route?) async {
        guard let scene, route != Route() else { return }
        await scene.coordinator.prepare(for: route?.rest(after: Route([scene.name])))
    }

    public func show(_ route: Route) async throws(RouteError) {
        guard let name = route.components.first else { return }
        if let scene, scene.name == name { return try await scene.coordinator.show(route.rest) }
        guard let coordinator = makeCoordinator(name) else { throw route.notUnderstood("'\(name)' is not a scene") }
        try await coordinator.start(route.rest)
        // The router gave this change up.
        if Task.isCancelled { return }
        scene = (name, coordinator)
        await presenter.present([coordinator.content])
    }
}
