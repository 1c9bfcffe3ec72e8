/// Shows a part of the route: which screens there are, and how one gets from one to the other.
///
///     final class DetailCoordinator: Coordinator {
///         let route: Route
///         let content: UIViewController
///     }
///
/// A `Router` calls the outermost coordinator, and a coordinator calls its children, each with the part of the route that is left
/// to it: first `start`, then `prepare` and `show` for every change. Return only when the user interface shows the change, since the
/// next one begins then. The defaults do nothing, which suits a screen that has no children.
///
/// `SceneCoordinator`, `StackCoordinator`, `TabCoordinator` and `ModalCoordinator` have children.
@MainActor
public protocol Coordinator<Content>: AnyObject {
    /// What is shown: a view controller, a view.
    associatedtype Content

    /// What the parent shows for this coordinator.
    var content: Content { get }

    /// The route that is shown now, as far as it is this coordinator's.
    var route: Route { get }

    /// Makes `content` ready to be shown at a route. Throws if the route is not understood; a router then calls it again with the next
    /// route.
    func start(_ route: Route) async throws(RouteError)

    /// Called before the route changes, to close what blocks it, such as an alert.
    ///
    /// - Parameter route: The next route, or nil if this coordinator is about to leave.
    func prepare(for route: Route?) async

    /// Shows a route. Throws if the route is not understood; then what was shown stays.
    func show(_ route: Route) async throws(RouteError)
}

extension Coordinator {
    public func start(_ route: Route) async throws(RouteError) {}
    public func prepare(for route: Route?) async {}
    public func show(_ route: Route) async throws(RouteError) {}
}

extension Route {
    var rest: Route { Route(Array(components.dropFirst())) }

    func rest(after start: Route) -> Route? {
        components.starts(with: start.components) ? Route(Array(components.dropFirst(start.components.count))) : nil
    }

    func notUnderstood(_ reason: String) -> RouteError { RouteError(.component, in: description, reason) }
}
