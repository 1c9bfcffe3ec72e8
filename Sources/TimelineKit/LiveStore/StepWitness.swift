/// Someone who is told of every step in its turn, with its number and what changed.
package final class StepWitness<State: Sendable, Action: Sendable>: Sendable {
    /// Called on the thread that dispatches, in its turn: it must be quick, and must not dispatch.
    package let onStep: @Sendable (WitnessedStep<State, Action>) -> Void

    package init(onStep: @escaping @Sendable (WitnessedStep<State, Action>) -> Void) { self.onStep = onStep }
}
