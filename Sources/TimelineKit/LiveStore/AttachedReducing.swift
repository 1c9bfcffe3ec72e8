internal import Synchronization
internal import TimelineSystem

/// Stands between a wrapped reducer and the recorder while live features are attached.
protocol AttachedReducing<State, StoreAction>: AnyObject, Sendable {
    associatedtype State
    associatedtype StoreAction

    /// Reduces an action of the store, or returns the state that is to be shown instead.
    ///
    /// - Parameters:
    ///   - reduce: The reducer of the app.
    ///   - record: Reduces and records the action; gives the result and what the recorder knows of the step's origin.
    func reduce<Result>(
        _ action: StoreAction, _ state: inout State, reduce: (inout State, StoreAction) -> Result,
        record: (inout State) -> (result: Result, from: Origin, cause: Int?)
    ) -> Result
}

/// What is attached to a recorder, if anything. A recorder without pays for one atomic load per action.
final class Attachment<State, StoreAction>: Sendable {
    private let isAttached = Atomic(false)
    private let reducing = Locked<(any AttachedReducing<State, StoreAction>)?>(nil)

    @inline(__always) var current: (any AttachedReducing<State, StoreAction>)? {
        isAttached.load(ordering: .acquiring) ? reducing.withLock { $0 } : nil
    }

    func set(_ reducing: any AttachedReducing<State, StoreAction>) {
        self.reducing.withLock { $0 = reducing }
        isAttached.store(true, ordering: .releasing)
    }
}
