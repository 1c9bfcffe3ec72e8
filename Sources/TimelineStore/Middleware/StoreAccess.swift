internal import TimelineJournal
public import TimelineKit

/// What a middleware may do with the store it serves.
///
/// It keeps the store alive: an effect may hold it while it runs, a middleware should not for good.
public struct StoreAccess<State: Sendable, Action: Sendable>: Sendable {
    let core: StoreCore<State, Action>

    /// The present state. As soon as `next` returned in the innermost middleware it is what the reducer left; it is
    /// held back from no one but a reducer.
    ///
    /// Let go of it before the next action is reduced, or that reducer has to copy what it changes.
    public var state: State { core.state }

    /// The number of the last step; 0 before the first. In a middleware, the action at hand is step `seq + 1` until
    /// the reducer ran.
    public var seq: Int { core.seq }

    /// Adds an action after the one that is being handled, which is its cause.
    ///
    /// Before `next` the step at hand has no number; the action gets it when there is one. If the action at hand is
    /// dropped, what it came from is the cause. Called on a thread that is not dispatching, it dispatches without cause.
    ///
    /// It comes from `effect` unless told otherwise: what a middleware adds, no person did.
    public func dispatch(_ action: Action, from origin: Origin = .effect) {
        core.dispatch(action, from: origin)
    }

    /// Dispatches an action that came from step `cause`, or from none.
    public func dispatch(_ action: Action, from origin: Origin = .effect, cause: Int?) {
        core.dispatch(action, from: origin, cause: .step(cause))
    }
}
