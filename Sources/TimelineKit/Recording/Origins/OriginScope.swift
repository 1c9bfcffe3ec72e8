internal import Synchronization

/// The origin of the actions that are dispatched within a call, and within the tasks that the call starts.
final class OriginScope: Sendable {
    @TaskLocal static var current: OriginScope?

    /// The tracker of the recorder that numbers the steps.
    let recorder: ObjectIdentifier
    let from: Origin?
    let cause: StepReference?
    /// The step of the dispatch; nil in the scope of an effect, which may dispatch several actions.
    let step: StepReference?
    /// The middleware that the dispatch has entered, as bits.
    private let entered: Atomic<UInt64>
    let site: SiteOfAction?

    /// The site of the first action with this hash, on the thread that made this. A task that inherits the scope may dispatch an
    /// equal action, also later.
    final class SiteOfAction: Sendable {
        private let site: DispatchSite
        private let hash: Int
        private let thread = ThreadID.current
        private let isTaken = Atomic(false)

        init(_ site: DispatchSite, _ hash: Int) { (self.site, self.hash) = (site, hash) }

        func take(for hash: Int) -> DispatchSite? {
            guard hash == self.hash, thread == ThreadID.current, end() else { return nil }
            return site
        }

        /// False if it was taken.
        @discardableResult
        func end() -> Bool { !isTaken.exchange(true, ordering: .relaxed) }
    }

    init(
        recorder: ObjectIdentifier, from: Origin?, cause: StepReference?, step: StepReference? = nil,
        entering bit: UInt64 = 0, site: SiteOfAction? = nil
    ) {
        (self.site, self.recorder, self.from, self.cause, self.step) = (site, recorder, from, cause, step)
        entered = Atomic(bit)
    }

    var enteredBits: UInt64 { entered.load(ordering: .relaxed) }

    /// The scope of a dispatch that enters the middleware `bit`. In a scope that has entered it, it is a nested dispatch.
    static func dispatch(
        entering bit: UInt64, within current: OriginScope?, recorder: ObjectIdentifier
    ) -> OriginScope {
        guard let current, current.recorder == recorder else {
            return OriginScope(recorder: recorder, from: nil, cause: nil, step: StepReference(), entering: bit)
        }
        guard let step = current.step else {
            return OriginScope(
                recorder: recorder, from: current.from, cause: current.cause,
                step: StepReference(cause: current.cause?.seq), entering: bit, site: current.site)
        }
        if current.entered.bitwiseOr(bit, ordering: .relaxed).oldValue & bit == 0 { return current }
        return OriginScope(
            recorder: recorder, from: .effect, cause: step, step: StepReference(cause: step.seq), entering: bit,
            site: current.site)
    }
}
