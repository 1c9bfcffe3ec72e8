/// Shows screens on a stack, each with a coordinator of its own.
///
///     let stack = StackCoordinator(presenter: navigationController, root: list) { route throws(RouteError) in
///         var link = DeepLink(route)
///         var screens: [any Coordinator<UIViewController>] = [DetailCoordinator(try link.nextNumber())]
///         if link.next() == "comments" { screens.append(CommentsCoordinator()) }
///         return screens
///     }
///
/// The route is the routes of all coordinators, one after the other. At a change, those that the new route begins with stay as they are,
/// the ones above leave, and new ones are made for the rest. So the route of a coordinator on a stack does not change while it is
/// there.
public final class StackCoordinator<Content>: Coordinator {
    private let presenter: any Presenter<Content>
    private let makeCoordinators: @MainActor (Route) throws(RouteError) -> [any Coordinator<Content>]
    /// The first is the root.
    private var coordinators: [any Coordinator<Content>]
    private var isRootStarted = false

    /// - Parameters:
    ///   - root: It never leaves. Its route, which may be empty, begins every route of the stack.
    ///   - makeCoordinators: Returns coordinators for what is left of a route, not started, in order. Called with a route that is not
    ///     empty. The routes of what it returns must be that route in all.
    public init(
        presenter: some Presenter<Content>, root: any Coordinator<Content>,
        makeCoordinators: @escaping @MainActor (_ route: Route) throws(RouteError) -> [any Coordinator<Content>]
    ) {
        (self.presenter, self.makeCoordinators) = (presenter, makeCoordinators)
        coordinators = [root]
    }

    public var content: Content { presenter.content }
    public var route: Route { Route(coordinators.flatMap { $0.route.components }) }

    public func start(_ route: Route) async throws(RouteError) { try await showAll(route) }

    /// Prepares the coordinators that leave, the topmost first. Each is awaited before the next.
    public func prepare(for route: Route?) async {
        let staying = route.map { kept(for: $0).count } ?? 0
        // Not a route of this stack: `show` throws.
        if route != nil, staying == 0 { return }
        for coordinator in coordinators.dropFirst(staying).reversed() { await coordinator.prepare(for: nil) }
    }

    public func show(_ route: Route) async throws(RouteError) { if route != self.route { try await showAll(route) } }

    /// Notes that the user went back, by a back swipe or a long press on the back button, and returns the change of the route for
    /// `store.setRoute(_:)`.
    ///
    /// - Parameter count: The number of screens that left, at most all above the root.
    public func userWentBack(_ count: Int = 1) -> RouteAction {
        let left = coordinators.suffix(Swift.min(Swift.max(count, 0), coordinators.count - 1))
        coordinators.removeLast(left.count)
        return .pop(Route(left.flatMap { $0.route.components }))
    }

    private func showAll(_ route: Route) async throws(RouteError) {
        let (count, rest) = kept(for: route)
        // Also if the user goes back in the meantime.
        let staying = coordinators.prefix(count)
        guard count > 0 else { throw route.notUnderstood("it does not begin with '\(coordinators[0].route)'") }
        let new = rest.components.isEmpty ? [] : try makeCoordinators(rest)
        if !isRootStarted {
            try await coordinators[0].start(Route())
            isRootStarted = true
        }
        for coordinator in new where !Task.isCancelled { try await coordinator.start(Route()) }
        // The router gave this change up.
        if Task.isCancelled { return }
        guard new.flatMap({ $0.route.components }) == rest.components else {
            throw route.notUnderstood("'\(rest)' is not understood")
        }
        coordinators = staying + new
        await presenter.present(coordinators.map { $0.content })
    }

    private func kept(for route: Route) -> (count: Int, rest: Route) {
        var rest = route
        for (index, coordinator) in coordinators.enumerated() {
            guard let next = rest.rest(after: coordinator.route) else { return (index, rest) }
            rest = next
        }
        return (coordinators.count, rest)
    }
}
