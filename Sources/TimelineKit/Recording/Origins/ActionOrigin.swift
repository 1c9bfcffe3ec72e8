/// The origin of actions: an effect and the step that started it, or another name that the app chooses.
///
/// A store does not pass the origin of an action to its reducer. The dispatching code supplies it, with `perform`, `tag` or
/// `text`. The recorder then writes `from` and, if it is known, `cause`.
///
/// May be used on any thread.
public struct ActionOrigin<Action>: Sendable {
    let from: Origin
    let tracker: OriginTracker
    let step: StepReference?
    /// Of an action that is put into a queue.
    let site: OriginScope.SiteOfAction?
    let encoding: ActionEncoding<Action>
    let redactor: RecordingRedactor

    /// Calls `body`. Actions that it dispatches, or that tasks started in it dispatch, have this origin.
    ///
    ///     let origin = recorder.effectOrigin
    ///     queue.async { origin.perform { dispatch(Loaded()) } }
    ///
    /// For stores that reduce within `dispatch`. In a store that queues actions, see `Recorder.dispatchOrigin`.
    public func perform<Result>(_ body: () throws -> Result) rethrows -> Result {
        try tracker.perform(from: from, cause: step, body)
    }

    /// Calls `body`, which reduces one action with this origin, and then calls middleware and subscribers: what they dispatch, at once or
    /// in tasks that they start, has the step as its cause. See `Recorder.dispatchOrigin`.
    public func step<Result>(_ body: () throws -> Result) rethrows -> Result {
        try tracker.perform(from: from, cause: step, step: StepReference(cause: step?.seq), at: site, body)
    }

    /// Registers an action that is about to be dispatched with this origin, and returns it. For the `map` of an effect, in a
    /// store that reduces an action at once or after those before it.
    ///
    ///     Reduce(recorder.recording(AppFeature()._reduce) { effect, origin in effect.map(origin.tag) })
    ///
    /// The recorder recognizes the action by its encoded form, so it is encoded twice: on the same thread and task, and for a
    /// second on other threads. Equal actions in flight are matched in order; if their causes differ, neither gets one. Within
    /// `perform`, the step of that origin is the cause: one effect makes another send.
    public var tag: @Sendable (_ action: Action) -> Action {
        { action in
            let cause = (tracker.current ?? step)?.seq
            encoding.withChange(action, redactor) { tracker.tag($0, from: from, cause: cause) }
            return action
        }
    }

    /// This origin as text, for stores that pass a text along with an action: `timeline effect 17 7f3a…`.
    ///
    /// Only the recorder that made the origin can read it, with `nextEffectOrigin(carried:)`.
    public var text: String { tracker.originText(from: from, cause: step?.seq) }
}
