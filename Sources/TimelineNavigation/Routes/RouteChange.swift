/// A change of the route as an action of the app, so that it is recorded.
///
/// Its JSON is `{"action":{"push":["3"]},"followsUI":false}`.
public struct RouteChange: Codable, Hashable, Sendable {
    public let action: RouteAction

    /// Whether the user interface shows the new route already, as after a back swipe. Such a change sets the route and nothing
    /// else: the app's reducer does not see it.
    public let followsUI: Bool

    public init(_ action: RouteAction, followsUI: Bool = false) {
        self.action = action
        self.followsUI = followsUI
    }
}
