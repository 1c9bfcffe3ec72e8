/// An action type that has changes of the route among its actions.
///
///     enum AppAction: RoutingAction {
///         case route(RouteChange)
///         case signedIn
///
///         var routeChange: RouteChange? { if case .route(let change) = self { change } else { nil } }
///     }
public protocol RoutingAction {
    /// The action that carries `change`; usually a case.
    static func route(_ change: RouteChange) -> Self

    /// The change that the action carries, or nil.
    var routeChange: RouteChange? { get }
}
