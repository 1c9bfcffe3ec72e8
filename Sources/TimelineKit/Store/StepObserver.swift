/// Someone who is told of every step of a store: what changed the state, and the state that it left.
///
/// Called in the turn of the dispatch, before middleware come to an end and subscribers are told. It must not dispatch.
struct StepObserver<State: Sendable, Action: Sendable>: Sendable {
    let onAction: @Sendable (_ action: Action, _ state: State) -> Void
    let onSet: @Sendable (_ state: State, _ by: String) -> Void
}
