/// Where the actions of an effect come from: the step that started it.
///
/// A store tells a reducer what was dispatched, and not by what. So an effect says it: it tags each action before it hands
/// it to the store, or it dispatches within `perform`. The recorder writes `"from":"effect"` then, and the `cause`, if it
/// is known.
///
/// May be used on any thread.
public struct EffectOrigin<Action>: Sendable {
    let tracker: OriginTracker
    let step: StepReference?
    let encoding: ActionEncoding<Action>
    let redactor: RecordingRedactor

    /// Notes that an action is about to be dispatched by this effect, and returns it: for `map` of an effect, a publisher
    /// or an output, whatever the store does with the action until it is reduced, such as moving it to another queue.
    ///
    ///     publisher.map(recorder.effectOrigin.tag)
    ///
    /// The recorder knows the action again by its encoded form, so it is encoded twice. Two actions of the same form that
    /// are under way at the same time are told apart by their order; where their causes differ, neither gets one.
    public var tag: @Sendable (_ action: Action) -> Action {
        { action in
            let cause = step?.seq
            encoding.lend(action, redactor) { tracker.tag($0, cause: cause) }
            return action
        }
    }

    /// Calls `body`. Actions that are dispatched in it, or in tasks that it starts, come from this effect.
    ///
    ///     let origin = recorder.effectOrigin
    ///     queue.async { origin.perform { dispatch(Loaded()) } }
    ///
    /// For stores that reduce within `dispatch`. One that queues actions, or moves them to another thread, needs `tag`.
    public func perform<Result>(_ body: () throws -> Result) rethrows -> Result {
        try tracker.perform(cause: step, body)
    }
}
