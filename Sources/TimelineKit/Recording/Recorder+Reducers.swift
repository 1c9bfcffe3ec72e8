/// Unlike middleware, a wrapper sees exactly the state that the reducer returns, before subscribers can dispatch again.
extension Recorder {
    /// `(inout State, Action) -> Result`: `Store`, and The Composable Architecture, whose reducers return effects.
    public func recording<Result>(
        _ reducer: @escaping (inout State, Action) -> Result
    ) -> (inout State, Action) -> Result {
        { [self] state, action in reduce(action, &state, by: reducer) }
    }

    /// `(Action, inout State) -> Void`: SwiftRex.
    public func recording(_ reducer: @escaping (Action, inout State) -> Void) -> (Action, inout State) -> Void {
        { [self] action, state in reduce(action, &state) { reducer($1, &$0) } }
    }

    /// `(Action, State?) -> State`: ReSwift.
    public func recording(_ reducer: @escaping (Action, State?) -> State) -> (Action, State?) -> State {
        { [self] action, state in
            if let state { return reduce(action, state) { reducer($1, $0) } }
            let seq = begin(action)
            let result = withGeneratedValues(ofStep: seq) { reducer(action, nil) }
            commit(seq, result)
            return result
        }
    }

    /// `(Action, State) -> State`: reducers that return the new state, with the action first.
    ///
    /// A reducer that takes an optional state matches both signatures; the compiler then chooses that of ReSwift.
    @_disfavoredOverload
    public func recording(_ reducer: @escaping (Action, State) -> State) -> (Action, State) -> State {
        { [self] action, state in reduce(action, state) { reducer($1, $0) } }
    }

    /// `(State, Action) -> State`: reducers that return the new state.
    public func recording(_ reducer: @escaping (State, Action) -> State) -> (State, Action) -> State {
        { [self] state, action in reduce(action, state, by: reducer) }
    }

    /// `(State, Action) -> Result`, where the result holds the new state: Mobius, with `newState: \.model`.
    ///
    /// - Parameters:
    ///   - newState: Returns the state in a result; nil if the state did not change.
    ///   - showing: Makes a result with a state and no effects: `Next.next`. Only `attach` needs it.
    public func recording<Result>(
        _ reducer: @escaping (State, Action) -> Result, newState: @escaping (Result) -> State?,
        showing: ((State) -> Result)? = nil
    ) -> (State, Action) -> Result {
        recording(reducer, newState: newState, showing: showing) { result, _ in result }
    }

    /// `@MainActor (State, Action) -> State`, for a store on the main actor.
    public func recording(
        mainActor reducer: @escaping @MainActor (State, Action) -> State
    ) -> @MainActor (State, Action) -> State {
        { [self] state, action in reduce(action, state) { reducer($0, $1) } }
    }

    // MARK: - One action

    @inline(__always)
    func reduce<Result>(
        _ action: Action, _ state: inout State, step: inout Int?, isAttachable: Bool = true,
        by reducer: (inout State, Action) -> Result
    ) -> Result {
        // The step is not part of the result: a generic tuple needs a metadata lookup for each action.
        if isAttachable, let attached = attachment.current {
            return attached.reduce(action, &state, reduce: reducer) { state in
                let begun = beginStep(action, in: state)
                let result = withGeneratedValues(ofStep: begun.seq) { reducer(&state, action) }
                commit(begun.seq, state)
                step = begun.seq
                return (result, begun.seq, begun.from, begun.cause)
            }
        }
        let seq = beginStep(action, in: state).seq
        let result = withGeneratedValues(ofStep: seq) { reducer(&state, action) }
        commit(seq, state)
        step = seq
        return result
    }

    @inline(__always)
    private func reduce<Result>(
        _ action: Action, _ state: inout State, by reducer: (inout State, Action) -> Result
    ) -> Result {
        var step: Int?
        return reduce(action, &state, step: &step, by: reducer)
    }

    private func reduce(_ action: Action, _ state: State, by reducer: (State, Action) -> State) -> State {
        var state = state
        reduce(action, &state) { $0 = reducer($0, $1) }
        return state
    }

    // MARK: - Sendable

    /// `(inout State, Action) -> Result`, for a store that requires a `@Sendable` reducer.
    ///
    /// The label distinguishes it from the wrapper that is not `@Sendable`. A trailing closure has no label, so it selects
    /// the other wrapper.
    @_disfavoredOverload
    public func recording<Result>(
        sendable reducer: @escaping @Sendable (inout State, Action) -> Result
    ) -> @Sendable (inout State, Action) -> Result {
        { [self] state, action in reduce(action, &state, by: reducer) }
    }

    /// `(Action, inout State) -> Void`, for a store that requires a `@Sendable` reducer: SwiftRex 1.
    @_disfavoredOverload
    public func recording(
        sendable reducer: @escaping @Sendable (Action, inout State) -> Void
    ) -> @Sendable (Action, inout State) -> Void {
        { [self] action, state in reduce(action, &state) { reducer($1, &$0) } }
    }

    /// `(State, Action) -> State`, for a store that requires a `@Sendable` reducer.
    @_disfavoredOverload
    public func recording(
        sendable reducer: @escaping @Sendable (State, Action) -> State
    ) -> @Sendable (State, Action) -> State {
        { [self] state, action in reduce(action, state, by: reducer) }
    }
}
