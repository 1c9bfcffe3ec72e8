internal import TimelineJournal

/// Where actions come from: an effect and the step that started it, or whatever else the app says.
///
/// A store gives a reducer the action, and not who dispatched it. The code that dispatches says so: within `perform`, or by
/// passing a `tag` or a `text` on with the action. The recorder writes `from` and, if it is known, the `cause`.
///
/// May be used on any thread.
public struct ActionOrigin<Action>: Sendable {
    let from: Origin
    let tracker: OriginTracker
    let step: StepReference?
    let encoding: ActionEncoding<Action>
    let redactor: RecordingRedactor

    /// Calls `body`. Actions that are dispatched in it, or in tasks that it starts, come from here.
    ///
    ///     let origin = recorder.effectOrigin
    ///     queue.async { origin.perform { dispatch(Loaded()) } }
    ///
    /// For stores that reduce within `dispatch`. In one that queues actions, let the origin go along with the action, and
    /// call the reducer within `perform`.
    public func perform<Result>(_ body: () throws -> Result) rethrows -> Result {
        try tracker.perform(from: from, cause: step, body)
    }

    /// Notes that an action is about to be dispatched from here, and returns it: for the `map` of an effect whose actions
    /// the store reduces as soon as it is handed them, or when it is done with those before.
    ///
    ///     Reduce(recorder.recording(AppFeature()._reduce) { effect, origin in effect.map(origin.tag) })
    ///
    /// The recorder knows the action again by its encoded form, on the same thread and in the same task; so it is encoded
    /// twice. On another thread, too, for a second. Two actions of the same form that are under way at the same time are
    /// told apart by their order; where their causes differ, neither gets one.
    public var tag: @Sendable (_ action: Action) -> Action {
        { action in
            let cause = step?.seq
            encoding.lend(action, redactor) { tracker.tag($0, from: from, cause: cause) }
            return action
        }
    }

    /// A text that stands for this origin, for stores that hand a text on with an action: `timeline effect 17 7F3A…`.
    ///
    /// The recorder that made the origin reads it with `nextEffectOrigin(carried:)`, in this process only.
    public var text: String { tracker.text(from: from, cause: step?.seq) }
}
