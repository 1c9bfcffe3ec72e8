/// Observes every step of a store.
package final class StepObserver<State: Sendable, Action: Sendable>: Sendable {
    /// A step as it happened, and the state that it led to.
    package struct Step: Sendable {
        package enum Change: Sendable {
            case action(ActionDispatch<Action>)
            case set(by: String)
        }

        package let seq: Int
        package let change: Change
        package let state: State

        package init(seq: Int, change: Change, state: State) {
            self.seq = seq
            self.change = change
            self.state = state
        }
    }

    /// Called on the dispatching thread while it holds the store's mutex: it must be quick, and must not dispatch.
    package let onStep: @Sendable (Step) -> Void

    package init(onStep: @escaping @Sendable (Step) -> Void) { self.onStep = onStep }
}
