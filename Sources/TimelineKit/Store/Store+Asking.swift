/// What a host of other processes needs of a store.
extension Store {
    /// The live state, also while the past is on show, and the number of the step that led to it.
    package var live: (state: State, seq: Int) { core.live }

    /// Dispatches an action, and says what became of it. Not to be called within a dispatch.
    package func ask(for action: Action, from origin: Origin) -> Asked { core.ask(for: action, from: origin) }

    /// Puts a state in from outside, and says what became of that. Not to be called within a dispatch.
    package func ask(toSet state: State, by: String) -> Asked { core.ask(toSet: state, by: by) }

    /// Tells `witness` of every step from now on. Within a dispatch, from when what is being handled is done.
    package func subscribe(_ witness: StepWitness<State, Action>) -> Subscription { core.subscribe(witness) }

    /// Does in a turn of this store's, between two steps, what is no step.
    package func inTurn(_ work: @escaping @Sendable () -> Void) { core.inTurn(work) }
}
