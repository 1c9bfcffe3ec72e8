internal import Synchronization

package protocol AttachedReducing<State, StoreAction>: AnyObject, Sendable {
    associatedtype State
    associatedtype StoreAction

    /// Reduces an action of the store, or returns the state to show instead.
    func reduce<Result>(
        _ action: StoreAction, _ state: inout State, reduce: (inout State, StoreAction) -> Result,
        record: (inout State) -> (result: Result, seq: Int, from: Origin, cause: Int?)
    ) -> Result

    /// The reducer of a step returned, which may have begun before the store was attached.
    func stepEnded(_ seq: Int, _ state: State)
}

/// The live features that are attached to a recorder. Without any, they cost one atomic load per action.
package final class Attachment<State, StoreAction>: Sendable {
    private let isAttached = Atomic(false)
    private let reducing = Locked<(any AttachedReducing<State, StoreAction>)?>(nil)

    @inline(__always) var current: (any AttachedReducing<State, StoreAction>)? {
        isAttached.load(ordering: .acquiring) ? reducing.withLock { $0 } : nil
    }

    package func set(_ reducing: any AttachedReducing<State, StoreAction>) {
        self.reducing.withLock { $0 = reducing }
        isAttached.store(true, ordering: .releasing)
    }
}
