/// The shapes of reducers that stores have. Each wrapper writes the action, calls the reducer, and notes what it left.
///
/// Unlike middleware, a wrapper sees just what the reducer made: what a store does after, such as notifying subscribers who
/// dispatch again, cannot come between.
extension Recorder {
    /// `(inout State, Action) -> Result`: our own `Store`, and The Composable Architecture, whose reducers return effects.
    public func recording<Result>(
        _ reducer: @escaping (inout State, Action) -> Result
    ) -> (inout State, Action) -> Result {
        { [self] state, action in
            let seq = begin(action, in: state)
            let result = reducer(&state, action)
            commit(seq, state)
            return result
        }
    }

    /// `(Action, inout State) -> Void`: SwiftRex.
    public func recording(_ reducer: @escaping (Action, inout State) -> Void) -> (Action, inout State) -> Void {
        { [self] action, state in
            let seq = begin(action, in: state)
            reducer(action, &state)
            commit(seq, state)
        }
    }

    /// `(Action, State?) -> State`: ReSwift.
    public func recording(_ reducer: @escaping (Action, State?) -> State) -> (Action, State?) -> State {
        { [self] action, state in
            let seq = begin(action, in: state)
            let result = reducer(action, state)
            commit(seq, result)
            return result
        }
    }

    /// `(Action, State) -> State`: Cordux.
    ///
    /// A reducer that takes an optional state fits here too, and is taken for ReSwift's.
    @_disfavoredOverload
    public func recording(_ reducer: @escaping (Action, State) -> State) -> (Action, State) -> State {
        { [self] action, state in
            let seq = begin(action, in: state)
            let result = reducer(action, state)
            commit(seq, result)
            return result
        }
    }

    /// `(State, Action) -> State`: reducers that return the new state.
    public func recording(_ reducer: @escaping (State, Action) -> State) -> (State, Action) -> State {
        recording(reducer) { $0 }
    }

    /// `(State, Action) -> Result`, where the result holds the new state, or nothing where it is the old one: Mobius,
    /// with `\.model`.
    ///
    /// - Parameter newState: The state that a result holds.
    public func recording<Result>(
        _ reducer: @escaping (State, Action) -> Result, newState: @escaping (Result) -> State?
    ) -> (State, Action) -> Result {
        { [self] state, action in
            let seq = begin(action, in: state)
            let result = reducer(state, action)
            commit(seq, newState(result) ?? state)
            return result
        }
    }

    // MARK: - Sendable

    /// `(inout State, Action) -> Result`, for a store that asks for a `@Sendable` reducer.
    ///
    /// The label distinguishes it from the wrapper that is not `@Sendable`: a closure would fit both. A trailing closure has no
    /// label, and is taken for a reducer that is not `@Sendable`.
    @_disfavoredOverload
    public func recording<Result>(
        sendable reducer: @escaping @Sendable (inout State, Action) -> Result
    ) -> @Sendable (inout State, Action) -> Result {
        { [self] state, action in
            let seq = begin(action, in: state)
            let result = reducer(&state, action)
            commit(seq, state)
            return result
        }
    }

    /// `(Action, inout State) -> Void`, for a store that asks for a `@Sendable` reducer: SwiftRex 1.
    @_disfavoredOverload
    public func recording(
        sendable reducer: @escaping @Sendable (Action, inout State) -> Void
    ) -> @Sendable (Action, inout State) -> Void {
        { [self] action, state in
            let seq = begin(action, in: state)
            reducer(action, &state)
            commit(seq, state)
        }
    }

    /// `(State, Action) -> State`, for a store that asks for a `@Sendable` reducer.
    @_disfavoredOverload
    public func recording(
        sendable reducer: @escaping @Sendable (State, Action) -> State
    ) -> @Sendable (State, Action) -> State {
        { [self] state, action in
            let seq = begin(action, in: state)
            let result = reducer(state, action)
            commit(seq, result)
            return result
        }
    }
}
