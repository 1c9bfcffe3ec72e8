/// Returns a reducer that changes the route of the state, and leaves the other actions to `reducer`.
///
/// A change of the route is reduced first; then `reducer` sees its action, with the new route in the state. A change that
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
