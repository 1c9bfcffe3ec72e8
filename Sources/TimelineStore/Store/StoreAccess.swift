public import TimelineKit

/// The store, as its middleware uses it.
///
/// Keeps the store alive: an effect may keep it while it runs, a middleware should not store it.
public struct StoreAccess<State: Sendable, Action: Sendable>: Sendable {
    let core: Store<State, Action>

    /// The present state. When `next` has returned in the innermost middleware, this is the state that the reducer left.
    ///
    /// Release it before the next action is reduced; otherwise that reducer copies what it changes.
    public var state: State { core.state }

    /// The number of the last step; 0 before the first. Until the reducer has run, the current action is step `seq + 1`.
    public var seq: Int { core.seq }

    /// Dispatches an action after the current one, which is its cause.
    ///
    /// If the current action is dropped, that one's cause is used. On a thread that is not dispatching, the action has no
    /// cause.
    public func dispatch(
        _ action: Action, from origin: Origin = .effect, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        core.send(action, from: origin, site: DispatchSite(fileID: fileID, line: line))
    }

    /// Dispatches an action that came from step `cause`, or from none.
    public func dispatch(
        _ action: Action, from origin: Origin = .effect, cause: Int?, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        core.send(action, from: origin, cause: .step(cause), site: DispatchSite(fileID: fileID, line: line))
    }
}
