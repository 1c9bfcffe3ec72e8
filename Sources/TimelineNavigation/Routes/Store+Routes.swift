public import TimelineKit
public import TimelineStore

extension Store where State: RoutedState, Action: RoutingAction {
    /// Changes the route: dispatches the action that carries the change, whose reducer `routing(_:)` returns.
    ///
    ///     store.navigate(.push("comments"))
    ///
    /// One step: the route is reduced, then the app's reducer gets the action. Where the change leaves the route as it is (a `goto`
    /// of the same route, a `pop` that does not match), nothing is dispatched. Within a dispatch, this is decided when the change is
    /// due, after those before it.
    public func navigate(
        _ action: RouteAction, from origin: Origin = .user, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        let site = DispatchSite(fileID: fileID, line: line)
        dispatch(.route(RouteChange(action)), from: origin, site: site) { $0.route.isChanged(by: action) }
    }

    /// Sets the route to what the user interface shows already, as after a back swipe or a tap on a tab.
    ///
    ///     store.setRoute(.pop("comments"))
    ///
    /// One step, which sets the route alone, so that replay and time travel have it too: the app's reducer does not run, no
    /// middleware but the recorder gets the action, and no subscriber or view is notified, now or by the next step. Its line in the
    /// recording has `"followsUI":true`. The reducer of the store must be one that `routing(_:)` returns.
    ///
    /// Where the change leaves the route as it is, such as a `pop` that does not match, there is no step and nothing is recorded.
    public func setRoute(
        _ action: RouteAction, from origin: Origin = .user, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        let change = RouteChange(action, followsUI: true)
        follow(.route(change), from: origin, site: DispatchSite(fileID: fileID, line: line)) {
            $0.route.isChanged(by: action)
        }
    }
}

extension MainStore where State: RoutedState, Action: RoutingAction {
    /// Changes the route: dispatches the action that carries the change. See `Store.navigate(_:from:fileID:line:)`.
    public func navigate(
        _ action: RouteAction, from origin: Origin = .user, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        core.navigate(action, from: origin, fileID: fileID, line: line)
    }

    /// Sets the route to what the user interface shows already. See `Store.setRoute(_:from:fileID:line:)`.
    public func setRoute(
        _ action: RouteAction, from origin: Origin = .user, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        core.setRoute(action, from: origin, fileID: fileID, line: line)
    }
}

extension Route {
    fileprivate func isChanged(by action: RouteAction) -> Bool {
        var changed = self
        changed.reduce(action)
        return changed != self
    }
}
