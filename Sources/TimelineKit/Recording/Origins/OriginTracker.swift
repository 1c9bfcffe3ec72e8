internal import Synchronization
internal import TimelineJournal
internal import TimelineSystem

/// Sets the `from` and `cause` of each action that is recorded without explicit ones. `Store` passes its own: see `Store.dispatch`.
///
/// In an app that supplies no origins, it costs one atomic load of `isUsed` per action.
final class OriginTracker: Sendable {
    /// An action in flight to the reducer, identified by the hash of its text.
    private struct Tagged {
        let hash: Int
        let from: Origin
        var cause: Int?
        let context: Context
        let time: ContinuousClock.Instant
    }

    /// The next step of a thread.
    private struct PendingStep {
        let thread: UInt
        let step: StepReference
        let from: Origin
        let cause: Int?
    }

    /// The thread and task that code runs in.
    private struct Context: Equatable {
        let thread: UInt
        let task: Int?

        static var current: Context {
            Context(thread: ThreadID.current, task: withUnsafeCurrentTask { $0?.hashValue })
        }
    }

    private struct State {
        var tagged: [Tagged] = []
        var pending: [PendingStep] = []
        var middleware: UInt64 = 0
    }

    /// Limits on the tags of actions that the store dropped.
    private static let tagLimit = 1024
    private static let otherThreadTimeout = Duration.seconds(1)

    private let hasOrigins = Atomic(false)
    private let state = Locked(State())
    /// Identifies the texts of this recorder.
    private let name = UInt64.random(in: .min ... .max)

    /// Whether the app has supplied an origin.
    @inline(__always) var isUsed: Bool { hasOrigins.load(ordering: .acquiring) }

    private var identifier: ObjectIdentifier { ObjectIdentifier(self) }

    // MARK: - Effects

    /// The current step of this thread or task; nil where it is unknown.
    var current: StepReference? {
        guard let scope = OriginScope.current, scope.recorder == identifier else { return nil }
        return scope.step ?? scope.cause
    }

    /// The next step of the calling thread. `text` holds its origin.
    func next(from text: String?) -> StepReference {
        let origin = text.flatMap(origin(of:))
        let thread = ThreadID.current
        let step = StepReference(cause: origin?.cause)
        state.withLock { state in
            // A previous pending step was never reduced.
            state.pending.removeAll { $0.thread == thread }
            state.pending.append(
                PendingStep(thread: thread, step: step, from: origin?.from ?? .user, cause: origin?.cause))
        }
        hasOrigins.store(true, ordering: .releasing)
        return step
    }

    /// Notes that an action is about to be dispatched.
    func tag(_ change: BorrowedChange, from: Origin, cause: Int?) {
        let tagged = Tagged(
            hash: Self.hash(of: change), from: from, cause: cause, context: .current, time: .now)
        state.withLock { state in
            if state.tagged.count == Self.tagLimit { state.tagged.removeFirst() }
            state.tagged.append(tagged)
        }
        hasOrigins.store(true, ordering: .releasing)
    }

    /// Calls `body`. Actions that it dispatches have this origin.
    func perform<Result>(from: Origin, cause: StepReference?, _ body: () throws -> Result) rethrows -> Result {
        hasOrigins.store(true, ordering: .releasing)
        return try OriginScope.$current.withValue(
            OriginScope(recorder: identifier, from: from, cause: cause), operation: body)
    }

    // MARK: - Texts

    func text(from: Origin, cause: Int?) -> String {
        "timeline \(from) \(cause.map { "\($0)" } ?? "-") \(String(name, radix: 16))"
    }

    private func origin(of text: String) -> (from: Origin, cause: Int?)? {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count >= 4, words.first == "timeline", words.last == String(name, radix: 16)[...] else {
            return nil
        }
        return (Origin(rawValue: words[1...(words.count - 3)].joined(separator: " ")), Int(words[words.count - 2]))
    }

    // MARK: - Dispatches

    /// A bit that identifies a middleware.
    func newMiddleware() -> UInt64 {
        hasOrigins.store(true, ordering: .releasing)
        return state.withLock { state in
            defer { state.middleware += 1 }
            return 1 << (state.middleware % 64)
        }
    }

    /// Calls `body` in the scope of a dispatch that enters the middleware `bit`.
    func dispatch(entering bit: UInt64, _ body: () -> Void) {
        OriginScope.$current.withValue(
            .dispatch(entering: bit, within: OriginScope.current, recorder: identifier), operation: body)
    }

    // MARK: - Steps

    /// The origin of an action that is about to be recorded.
    ///
    /// - Parameter cause: The step that led to it, if the caller knows it.
    func origin(of change: BorrowedChange, _ cause: Int?) -> (from: Origin, cause: Int?) {
        if let tagged = takeTagged(change) { return (tagged.from, cause ?? tagged.cause) }
        let thread = ThreadID.current
        if let pending = state.withLock({ $0.pending.first { $0.thread == thread } }) {
            return (pending.from, cause ?? pending.cause)
        }
        if let scope = OriginScope.current, scope.recorder == identifier {
            return (scope.from ?? .user, cause ?? scope.cause?.seq)
        }
        return (.user, cause)
    }

    /// Notes that this thread recorded step `seq`.
    func recorded(as seq: Int) {
        if let scope = OriginScope.current, scope.recorder == identifier { scope.step?.recorded(as: seq) }
        let thread = ThreadID.current
        state.withLock { state in
            guard let place = state.pending.firstIndex(where: { $0.thread == thread }) else { return }
            state.pending.remove(at: place).step.recorded(as: seq)
        }
    }

    /// Takes the oldest tag that matches. If several match and their causes differ, all of them lose their cause.
    private func takeTagged(_ change: BorrowedChange) -> Tagged? {
        state.withLock { state in
            guard !state.tagged.isEmpty else { return nil }
            let hash = Self.hash(of: change)
            let context = Context.current
            let now = ContinuousClock.now
            let places = state.tagged.indices.filter { place in
                let tagged = state.tagged[place]
                guard tagged.hash == hash else { return false }
                return tagged.context == context
                    || tagged.context.thread != context.thread && now - tagged.time < Self.otherThreadTimeout
            }
            guard let first = places.first else { return nil }
            if Set(places.map { state.tagged[$0].cause }).count > 1 {
                for place in places { state.tagged[place].cause = nil }
            }
            return state.tagged.remove(at: first)
        }
    }

    private static func hash(of change: BorrowedChange) -> Int {
        var hasher = Hasher()
        switch change {
        case .action(let text), .set(let text, _): hasher.combine(bytes: UnsafeRawBufferPointer(text))
        case .opaque(let description, _): hasher.combine(description)
        }
        return hasher.finalize()
    }
}

/// A reference to a step that may not have its number yet, since effects may start before the step is recorded.
final class StepReference: Sendable {
    /// 0 until the step is recorded.
    private let number = Atomic(0)
    /// The cause of this step, which is used until the step has a number.
    private let cause: Int?

    init(cause: Int? = nil) { self.cause = cause }

    convenience init(_ seq: Int) {
        self.init()
        recorded(as: seq)
    }

    /// The number of the step; until it is recorded, the number of its cause.
    var seq: Int? {
        let number = number.load(ordering: .acquiring)
        return number > 0 ? number : cause
    }

    func recorded(as seq: Int) { number.store(seq, ordering: .releasing) }
}
