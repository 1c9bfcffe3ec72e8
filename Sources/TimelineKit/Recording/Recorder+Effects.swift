extension Recorder {
    /// The origin of an effect that starts here, with the current step of this thread or task as its cause.
    ///
    /// The step is known in middleware that `effects` wraps, in `ActionOrigin.perform`, and in tasks that these start.
    /// Elsewhere the origin has no cause.
    public var effectOrigin: ActionOrigin<Action> { origin(.effect, of: origins.current) }

    /// The origin of an action that is put into the queue of a store here: a step that runs on this thread or task, or what
    /// `ActionOrigin.perform` set; otherwise `user`. Keep it with the action, and take the action out of the queue within `step`:
    ///
    ///     queue.append((action, recorder.dispatchOrigin))
    ///     …
    ///     origin.step {
    ///         state = reducer(state, action)   // wrapped with `recording`
    ///         for handle in middleware + subscribers { handle(state, action) }
    ///     }
    public var dispatchOrigin: ActionOrigin<Action> {
        let present = origins.present
        return origin(present.from, of: present.step, at: present.site)
    }

    /// An origin without a cause: `user`, or a name that the app chooses.
    ///
    ///     recorder.origin("push").perform { store.dispatch(Received()) }
    public func origin(_ from: Origin) -> ActionOrigin<Action> { origin(from, of: nil) }

    /// The origin of the effects of the next step on this thread. For middleware that runs before the reducer and returns
    /// effects to run after it: SwiftRex.
    ///
    /// - Parameters:
    ///   - text: The `text` of the origin of that step. Nil, or any other text, means `user`.
    ///   - site: The line of code that dispatched its action.
    public func nextEffectOrigin(carried text: String?, site: DispatchSite? = nil) -> ActionOrigin<Action> {
        origin(.effect, of: origins.expectStep(withOriginText: text, site: site))
    }

    /// Calls `dispatch` with `action`. Its step has the line that calls this as its site, for stores that do not pass on where an
    /// action was dispatched:
    ///
    ///     recorder.dispatching(Refresh()) { store.dispatch($0) }
    ///
    /// For stores that reduce within `dispatch`. The recorder recognizes the action by its encoded form, so it is encoded twice: the
    /// first equal action on this thread, before `dispatch` returns, has the site. If the store drops or changes the action, no step
    /// has it.
    public func dispatching<Result>(
        _ action: Action, fileID: StaticString = #fileID, line: UInt = #line,
        by dispatch: (_ action: Action) throws -> Result
    ) rethrows -> Result {
        var hash: Int?
        encoding.withChange(action, redactor) { hash = OriginTracker.hash(of: $0) }
        // Where nothing is recorded, nothing is encoded.
        guard let hash else { return try dispatch(action) }
        return try origins.perform(at: DispatchSite(fileID: fileID, line: line), hash: hash) { try dispatch(action) }
    }

    /// `(dispatch, state) -> (next) -> (action) -> Void`: ReSwift, and other stores with Redux middleware.
    ///
    ///     Store(reducer: recorder.recording(reducer), state: State(), middleware: [recorder.effects(api)])
    ///
    /// Actions that `middleware` dispatches have the origin `effect`. They have a `cause` if it dispatches them while it
    /// handles an action, in a task that it starts then, or, on a dispatch queue, within `effectOrigin.perform`. Actions that
    /// subscribers dispatch when they are notified of a step have the origin `effect` and that step as the cause.
    ///
    /// Wrap all middleware that dispatches. The store must reduce within `dispatch`.
    public func effects(
        _ middleware:
            @escaping (_ dispatch: @escaping (Action) -> Void, _ state: @escaping () -> State?) -> (
                _ next: @escaping (Action) -> Void
            ) -> (Action) -> Void
    ) -> (@escaping (Action) -> Void, @escaping () -> State?) -> (@escaping (Action) -> Void) -> (Action) -> Void {
        let bit = origins.assignMiddlewareBit()
        return { [origins] dispatch, state in
            let middleware = middleware({ action in origins.performAsEffect { dispatch(action) } }, state)
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
    /// - Parameter effects: Returns the result with effects that tag the actions they dispatch. The cause in `origin` is the
    ///   step that was reduced.
    public func recording<Result, Effects>(
        _ reducer: @escaping (inout State, Action) -> Result,
        effects: @escaping (_ result: Result, _ origin: ActionOrigin<Action>) -> Effects
    ) -> (inout State, Action) -> Effects {
        { [self] state, action in
            var step: Int?
            let result = reduce(action, &state, step: &step, by: reducer)
            return effects(result, origin(.effect, ofStep: step))
        }
    }

    /// `(State, Action) -> Result`, where the result holds the new state and effects: Mobius.
    ///
    /// - Parameters:
    ///   - newState: Returns the state in a result; nil if the state did not change.
    ///   - showing: Makes a result with a state and no effects: `Next.next`. Only `attach` needs it.
    ///   - effects: Returns the result with effects that hold `origin`. Its cause is the step that was reduced.
    public func recording<Result, Effects>(
        _ reducer: @escaping (State, Action) -> Result, newState: @escaping (Result) -> State?,
        showing: ((State) -> Result)? = nil,
        effects: @escaping (_ result: Result, _ origin: ActionOrigin<Action>) -> Effects
    ) -> (State, Action) -> Effects {
        { [self] state, action in
            var next = state
            var step: Int?
            let result = reduce(action, &next, step: &step, isAttachable: showing != nil) { state, action in
                let result = reducer(state, action)
                if let new = newState(result) { state = new }
                return result
            }
            // Without a step, it is the result of the inert action, which does not hold the state to show.
            if step == nil, let showing { return effects(showing(next), origin(.effect, ofStep: nil)) }
            return effects(result, origin(.effect, ofStep: step))
        }
    }

    package func origin(_ from: Origin, ofStep seq: Int?) -> ActionOrigin<Action> {
        origin(from, of: seq.map { StepReference($0) })
    }

    private func origin(
        _ from: Origin, of step: StepReference?, at site: OriginScope.SiteOfAction? = nil
    ) -> ActionOrigin<Action> {
        ActionOrigin(from: from, tracker: origins, step: step, site: site, encoding: encoding, redactor: redactor)
    }
}
