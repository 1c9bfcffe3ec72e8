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

/// A change of the route as an action of the app, so that it is recorded.
///
/// Its JSON is `{"action":{"push":["3"]},"followsUI":false}`.
public struct RouteChange: Codable, Hashable, Sendable {
    public let action: RouteAction

    /// Whether the user interface shows the new route already, as after a back swipe. Such a change sets the route alone: the
    /// app's reducer is not called.
    public let followsUI: Bool

    public init(_ action: RouteAction, followsUI: Bool = false) { (self.action, self.followsUI) = (action, followsUI) }
}

/// A state that holds the route.
public protocol RoutedState {
    /// Where the user is.
    var route: Route { get set }
}

/// Returns a reducer that changes the route of the state, and leaves the other actions to `reducer`.
///
/// A change of the route is reduced first; then `reducer` gets its action, with the new route in the state. A change that
/// follows the user interface sets the route alone, and `reducer` is not called. All of it is reduction, so a replay repeats it.
public func routing<State: RoutedState & Sendable, Action: RoutingAction & Sendable>(
    _ reducer: @escaping @Sendable (_ state: inout State, _ action: Action) -> Void
) -> @Sendable (_ state: inout State, _ action: Action) -> Void {
    { state, action in
        if let change = action.routeChange {
            state.route.reduce(change.action)
            if change.followsUI { return }
        }
        reducer(&state, action)
    }
}
