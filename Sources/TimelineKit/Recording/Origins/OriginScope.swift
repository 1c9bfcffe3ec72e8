internal import Synchronization
internal import TimelineJournal

/// What is known of the actions that are dispatched within a call, and within the tasks that the call starts.
///
/// It is a task-local value: `Task` inherits it, a plain thread keeps it until the call returns, and a dispatch queue does
/// not hand it on.
final class OriginScope: Sendable {
    @TaskLocal static var current: OriginScope?

    /// The recorder that the steps are numbered by.
    let recorder: ObjectIdentifier
    /// Nil where a dispatch came from outside of all that is known.
    let from: Origin?
    /// The step that what is dispatched in this scope came from.
    let cause: StepReference?
    /// The step of the one dispatch that this scope is about; nil in the scope of an effect, which may dispatch many.
    let step: StepReference?
    /// The middleware that the dispatch has entered, as bits.
    private let entered = Atomic<UInt64>(0)

    /// Without a `step`, the scope of an effect.
    init(recorder: ObjectIdentifier, from: Origin?, cause: StepReference?, step: StepReference? = nil) {
        self.recorder = recorder
        self.from = from
        self.cause = cause
        self.step = step
    }

    /// The scope of a dispatch that enters the middleware `bit`, where `current` is the scope around it.
    ///
    /// A dispatch that passed other middleware on its way keeps its scope. One that comes back to middleware which its scope
    /// has entered is another dispatch, made while the first is handled.
    static func dispatch(
        entering bit: UInt64, within current: OriginScope?, recorder: ObjectIdentifier
    ) -> OriginScope {
        guard let current, current.recorder == recorder else {
            return OriginScope(recorder: recorder, from: nil, cause: nil, step: StepReference()).entering(bit)
        }
        if let step = current.step {
            if current.entered.bitwiseOr(bit, ordering: .relaxed).oldValue & bit == 0 { return current }
            return OriginScope(
                recorder: recorder, from: .effect, cause: step, step: StepReference(cause: step.seq)
            ).entering(bit)
        }
        return OriginScope(
            recorder: recorder, from: current.from, cause: current.cause,
            step: StepReference(cause: current.cause?.seq)
        ).entering(bit)
    }

    private func entering(_ bit: UInt64) -> OriginScope {
        entered.bitwiseOr(bit, ordering: .relaxed)
        return self
    }
}
