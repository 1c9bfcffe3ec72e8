/// A step of a store as it happened: what changed, and the state it led to.
package struct WitnessedStep<State: Sendable, Action: Sendable>: Sendable {
    package enum Change: Sendable {
        case action(Dispatched<Action>)
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
