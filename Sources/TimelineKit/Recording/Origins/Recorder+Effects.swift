internal import TimelineJournal

/// The shapes of effects that stores have: what the actions that they dispatch come from.
extension Recorder {
    /// Where an effect that starts here comes from: the step that is being handled on this thread or in this task, where
    /// that is known.
    ///
    /// It is known inside of a middleware that `effects` wraps, of `ActionOrigin.perform`, and of the tasks that those
    /// start. Elsewhere the recorder knows that its actions come from an effect, and no cause.
    public var effectOrigin: ActionOrigin<Action> { origin(.effect, of: origins.current) }

    /// Where actions come from that no step led to: `user`, or a name of the app's own.
    ///
    ///     recorder.origin("push").perform { store.dispatch(Received()) }
    public func origin(_ from: Origin) -> ActionOrigin<Action> { origin(from, of: nil) }

    /// Where the effects of the step come from that this thread reduces next; for a middleware that is called before the
    /// reducer, and returns what runs after it: SwiftRex.
    ///
    /// - Parameter text: Where that step comes from itself, as the `text` of an origin. Another text, or none, says `user`.
    public func nextEffectOrigin(carried text: String?) -> ActionOrigin<Action> {
        origin(.effect, of: origins.next(from: text))
    }

    /// `(dispatch, state) -> (next) -> (action) -> Void`: ReSwift's middleware, and whatever else has the shape of Redux's.
    ///
    ///     Store(reducer: recorder.recording(reducer), state: State(), middleware: [recorder.effects(api)])
    ///
    /// What `middleware` dispatches comes from an effect: always. Its `cause` is known where it dispatches while it handles
    /// an action, or in a task that it started then; on a dispatch queue, within `effectOrigin.perform`. What subscribers
    /// dispatch while they are notified of a step comes from an effect of that step.
    ///
    /// Wrap all middleware that dispatches. The store must reduce within `dispatch`.
    public func effects(
        _ middleware:
            @escaping (_ dispatch: @escaping (Action) -> Void, _ state: @escaping () -> State?) -> (
                _ next: @escaping (Action) -> Void
            ) -> (Action) -> Void
    ) -> (@escaping (Action) -> Void, @escaping () -> State?) -> (@escaping (Action) -> Void) -> (Action) -> Void {
        let bit = origins.newMiddleware()
        return { [origins] dispatch, state in
            let middleware = middleware(
                { action in origins.perform(from: .effect, cause: origins.current) { dispatch(action) } }, state)
            return { next in
                let handle = middleware(next)
                return { action in origins.dispatch(entering: bit) { handle(action) } }
            }
        }
    }

    /// `(inout State, Action) -> Result`, where the result is or holds effects: The Composable Architecture.
    ///
    ///     Reduce(recorder.recording(AppFeature().reduce) { effect, origin in effect.map(origin.tag) })
    ///
    /// - Parameter effects: Gives the result again, with effects that tag what they dispatch. The origin's step is the one
    ///   that was reduced.
    public func recording<Result, Effects>(
        _ reducer: @escaping (inout State, Action) -> Result,
        effects: @escaping (_ result: Result, _ origin: ActionOrigin<Action>) -> Effects
    ) -> (inout State, Action) -> Effects {
        { [self] state, action in
            if let attached = attachment.current {
                return attached.reduce(action, &state) { state, action in
                    effects(reducer(&state, action), origin(.effect, of: nil))
                } record: { state in
                    let step = beginStep(action, in: state)
                    let result = reducer(&state, action)
                    commit(step.seq, state)
                    return (effects(result, origin(.effect, of: StepReference(step.seq))), step.from, step.cause)
                }
            }
            let seq = begin(action, in: state)
            let result = reducer(&state, action)
            commit(seq, state)
            return effects(result, origin(.effect, of: StepReference(seq)))
        }
    }

    /// `(State, Action) -> Result`, where the result holds the new state and effects: Mobius.
    ///
    /// - Parameters:
    ///   - newState: The state that a result holds; nil where it is the old one.
    ///   - showing: A result that holds a state and no effects: `Next.next`. Needed for `attach` alone.
    ///   - effects: Gives the result again, with effects that know their origin. Its step is the one that was reduced.
    public func recording<Result, Effects>(
        _ reducer: @escaping (State, Action) -> Result, newState: @escaping (Result) -> State?,
        showing: ((State) -> Result)? = nil,
        effects: @escaping (_ result: Result, _ origin: ActionOrigin<Action>) -> Effects
    ) -> (State, Action) -> Effects {
        { [self] state, action in
            if let showing, let attached = attachment.current {
                var next = state
                let result = attached.reduce(action, &next) { state, action -> (Result, StepReference?) in
                    (reducer(state, action), nil)
                } record: { state in
                    let step = beginStep(action, in: state)
                    let result = reducer(state, action)
                    state = newState(result) ?? state
                    commit(step.seq, state)
                    return ((result, StepReference(step.seq)), step.from, step.cause)
                }
                // Without a step, it is the result of the inert action, which holds another state, or none.
                return effects(result.1 == nil ? showing(next) : result.0, origin(.effect, of: result.1))
            }
            let seq = begin(action, in: state)
            let result = reducer(state, action)
            commit(seq, newState(result) ?? state)
            return effects(result, origin(.effect, of: StepReference(seq)))
        }
    }

    /// Where actions come from that step `seq` led to.
    func origin(_ from: Origin, ofStep seq: Int?) -> ActionOrigin<Action> {
        origin(from, of: seq.map { StepReference($0) })
    }

    private func origin(_ from: Origin, of step: StepReference?) -> ActionOrigin<Action> {
        ActionOrigin(from: from, tracker: origins, step: step, encoding: encoding, redactor: redactor)
    }
}
