internal import Synchronization
internal import TimelineJournal

/// What a recorder knows of where the next actions come from.
///
/// A recorder whose app wraps no effects reads `isUsed` for each action, and nothing else.
final class OriginTracker: Sendable {
    /// An action on its way to the reducer: known by its text, since a store may queue it and switch threads.
    private struct Tagged {
        let text: Int
        let cause: Int?
    }

    /// An effect that waits for the number of the step which its thread reduces next.
    private struct Awaited {
        let thread: UInt
        let step: StepReference
    }

    private struct State {
        var tagged: [Tagged] = []
        var awaited: [Awaited] = []
        var middleware: UInt64 = 0
    }

    /// Stores that drop what they were given leave tags behind; the oldest are forgotten.
    private static let most = 1024

    private let hasEffects = Atomic(false)
    private let state = Locked(State())

    /// Whether the app wraps any effects.
    @inline(__always) var isUsed: Bool { hasEffects.load(ordering: .acquiring) }

    private var identifier: ObjectIdentifier { ObjectIdentifier(self) }

    // MARK: - Effects

    /// The step that is being handled on this thread or in this task; nil where none is, or it is not known.
    var current: StepReference? {
        guard let scope = OriginScope.current, scope.recorder == identifier else { return nil }
        return scope.step ?? scope.cause
    }

    /// The step that the calling thread reduces next.
    func next() -> StepReference {
        let step = StepReference(cause: current?.seq)
        let thread = ThreadID.current
        state.withLock { state in
            // One that waits still was never reduced.
            state.awaited.removeAll { $0.thread == thread }
            state.awaited.append(Awaited(thread: thread, step: step))
        }
        hasEffects.store(true, ordering: .releasing)
        return step
    }

    /// Notes that an effect of step `cause` is about to dispatch the action of this text.
    func tag(_ change: LentChange, cause: Int?) {
        let text = Self.text(of: change)
        state.withLock { state in
            if state.tagged.count == Self.most { state.tagged.removeFirst() }
            state.tagged.append(Tagged(text: text, cause: cause))
        }
        hasEffects.store(true, ordering: .releasing)
    }

    /// Calls `body` as what an effect of step `cause` does.
    func perform<Result>(cause: StepReference?, _ body: () throws -> Result) rethrows -> Result {
        hasEffects.store(true, ordering: .releasing)
        return try OriginScope.$current.withValue(.effect(of: cause, recorder: identifier), operation: body)
    }

    // MARK: - Dispatches

    /// A bit of its own for a piece of middleware.
    func newMiddleware() -> UInt64 {
        hasEffects.store(true, ordering: .releasing)
        return state.withLock { state in
            defer { state.middleware += 1 }
            return 1 << (state.middleware % 64)
        }
    }

    /// Calls `body` as the rest of a dispatch that entered the middleware `bit`.
    func dispatch(entering bit: UInt64, _ body: () -> Void) {
        OriginScope.$current.withValue(
            .dispatch(entering: bit, within: OriginScope.current, recorder: identifier), operation: body)
    }

    // MARK: - Steps

    /// Finds out where the action of this text comes from that is about to be recorded.
    func find(_ from: inout Origin, _ cause: inout Int?, of change: LentChange) {
        if let tagged = takeTagged(change) {
            from = .effect
            cause = cause ?? tagged.cause
        } else if let scope = OriginScope.current, scope.recorder == identifier {
            from = scope.from ?? from
            cause = cause ?? scope.cause?.seq
        }
    }

    /// The action was recorded as step `seq`, on this thread.
    func recorded(as seq: Int) {
        if let scope = OriginScope.current, scope.recorder == identifier { scope.step?.recorded(as: seq) }
        state.withLock { state in
            guard !state.awaited.isEmpty else { return }
            let thread = ThreadID.current
            guard let place = state.awaited.firstIndex(where: { $0.thread == thread }) else { return }
            state.awaited.remove(at: place).step.recorded(as: seq)
        }
    }

    /// Where several of the same text are on their way, which comes first is not known: their cause is, if they agree on
    /// it.
    private func takeTagged(_ change: LentChange) -> Tagged? {
        state.withLock { state in
            guard !state.tagged.isEmpty else { return nil }
            let text = Self.text(of: change)
            let places = state.tagged.indices.filter { state.tagged[$0].text == text }
            guard let first = places.first else { return nil }
            if places.contains(where: { state.tagged[$0].cause != state.tagged[first].cause }) {
                for place in places { state.tagged[place] = Tagged(text: text, cause: nil) }
            }
            return state.tagged.remove(at: first)
        }
    }

    private static func text(of change: LentChange) -> Int {
        var hasher = Hasher()
        switch change {
        case .action(let text), .set(let text, _): hasher.combine(bytes: UnsafeRawBufferPointer(text))
        case .opaque(let description, _): hasher.combine(description)
        }
        return hasher.finalize()
    }
}
