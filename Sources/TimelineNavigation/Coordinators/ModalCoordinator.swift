/// Shows a base, and over it one of several modals, each with its own coordinator: writing, settings.
///
///     let root = ModalCoordinator(presenter: window, base: stack, modals: ["write": { WriteCoordinator() }])
///
/// The route is that of the base; while a modal is shown, its name and its route follow: `list/3/write/draft`. The first component
/// that is the name of a modal ends the route of the base, which therefore cannot have that component. A modal that leaves is
/// released, and made again when it returns.
public final class ModalCoordinator<Content>: Coordinator {
    private let presenter: any Presenter<Content>
    private let base: any Coordinator<Content>
    private let modals: [String: @MainActor () -> any Coordinator<Content>]
    private var modal: (name: String, coordinator: any Coordinator<Content>)?

    /// Makes a coordinator that shows nothing yet.
    ///
    /// - Parameters:
    ///   - presenter: Shows the base alone, or the base and the modal over it.
    ///   - base: It never leaves. Not started.
    ///   - modals: By name, a function that makes the coordinator of the modal and does not start it.
    public init(
        presenter: some Presenter<Content>, base: any Coordinator<Content>,
        modals: [String: @MainActor () -> any Coordinator<Content>]
    ) {
        (self.presenter, self.base, self.modals) = (presenter, base, modals)
    }

    public var content: Content { presenter.content }
    public var route: Route { Route(base.route.components + modalRoute.components) }

    public func start(_ route: Route) async throws(RouteError) {
        let (baseRoute, next) = parts(of: route)
        let new = try await started(next)
        // The router gave this change up.
        if Task.isCancelled { return }
        try await base.start(baseRoute)
        await present(new)
    }

    /// Prepares the modal, which may leave, and then the base.
    public func prepare(for route: Route?) async {
        let next = route.map { parts(of: $0) }
        if let modal {
            let stays = next?.modal?.name == modal.name
            await modal.coordinator.prepare(for: stays ? next?.modal?.route : nil)
        }
        await base.prepare(for: next?.base)
    }

    /// Shows the base at its part of the route, then presents or dismisses the modal.
    public func show(_ route: Route) async throws(RouteError) {
        let (baseRoute, next) = parts(of: route)
        guard let modal, let next, modal.name == next.name else {
            let new = try await started(next)
            if Task.isCancelled { return }
            try await base.show(baseRoute)
            if modal != nil || new != nil { await present(new) }
            return
        }
        let before = base.route
        try await base.show(baseRoute)
        if Task.isCancelled { return }
        do throws(RouteError) {
            try await modal.coordinator.show(next.route)
        } catch {
            if !Task.isCancelled { try await base.show(before) }
            throw error
        }
    }

    /// Notes that the user dismissed the modal, as by a swipe, and returns the change of the route for `store.setRoute(_:)`. If no modal is
    /// shown, that changes nothing.
    public func userDismissed() -> RouteAction {
        defer { modal = nil }
        return .pop(modalRoute)
    }

    private var modalRoute: Route { modal.map { Route([$0.name] + $0.coordinator.route.components) } ?? Route() }

    private func parts(of route: Route) -> (base: Route, modal: (name: String, route: Route)?) {
        guard let index = route.components.firstIndex(where: { modals[$0] != nil }) else { return (route, nil) }
        let (base, modal) = (route.components[..<index], route.components[index...])
        return (Route(Array(base)), (route.components[index], Route(Array(modal)).rest))
    }

    private func started(
        _ modal: (name: String, route: Route)?
    ) async throws(RouteError) -> (name: String, coordinator: any Coordinator<Content>)? {
        guard let modal, let coordinator = modals[modal.name]?() else { return nil }
        try await coordinator.start(modal.route)
        return (modal.name, coordinator)
    }

    private func present(_ new: (name: String, coordinator: any Coordinator<Content>)?) async {
        if Task.isCancelled { return }
        modal = new
        await presenter.present([base.content] + (new.map { [$0.coordinator.content] } ?? []))
    }
}
