internal import Synchronization
internal import TimelineJournal
internal import TimelineSystem

/// What a recorder knows of where the next actions come from.
///
/// A recorder whose app says nothing of origins reads `isUsed` for each action, and nothing else.
final class OriginTracker: Sendable {
    /// An action on its way to the reducer, known by its text.
    private struct Tagged {
        let text: Int
        let from: Origin
        let cause: Int?
        let context: Context
        let time: ContinuousClock.Instant

        var withoutCause: Tagged { Tagged(text: text, from: from, cause: nil, context: context, time: time) }
    }

    /// The step that a thread reduces next.
    private struct Awaited {
        let thread: UInt
        let step: StepReference
        let from: Origin
        let cause: Int?
    }

    /// Where code runs.
    private struct Context: Equatable {
        let thread: UInt
        let task: Int?

        static var current: Context {
            Context(thread: ThreadID.current, task: withUnsafeCurrentTask { $0?.hashValue })
        }
    }

    private struct State {
        var tagged: [Tagged] = []
        var awaited: [Awaited] = []
        var middleware: UInt64 = 0
    }

    /// A store that drops what it was given leaves tags behind. The oldest are forgotten, and those that another thread
    /// would have to take sooner.
    private static let mostTags = 1024
    private static let longestHop = Duration.seconds(1)

    private let hasOrigins = Atomic(false)
    private let state = Locked(State())
    /// Distinguishes the texts of this recorder from those of others.
    private let name = UInt64.random(in: .min ... .max)

    /// Whether the app says anything of origins.
    @inline(__always) var isUsed: Bool { hasOrigins.load(ordering: .acquiring) }

    private var identifier: ObjectIdentifier { ObjectIdentifier(self) }

    // MARK: - Effects

    /// The step that is being handled on this thread or in this task; nil where none is, or it is not known.
    var current: StepReference? {
        guard let scope = OriginScope.current, scope.recorder == identifier else { return nil }
        return scope.step ?? scope.cause
    }

    /// The step that the calling thread reduces next, which comes from where `text` says.
    func next(from text: String?) -> StepReference {
        let origin = text.flatMap(origin(of:))
        let thread = ThreadID.current
        let step = StepReference(cause: origin?.cause)
        state.withLock { state in
            // One that waits still was never reduced.
            state.awaited.removeAll { $0.thread == thread }
            state.awaited.append(
                Awaited(thread: thread, step: step, from: origin?.from ?? .user, cause: origin?.cause))
        }
        hasOrigins.store(true, ordering: .releasing)
        return step
    }

    /// Notes that the action of this text is about to be dispatched.
    func tag(_ change: BorrowedChange, from: Origin, cause: Int?) {
        let tagged = Tagged(
            text: Self.text(of: change), from: from, cause: cause, context: .current, time: .now)
        state.withLock { state in
            if state.tagged.count == Self.mostTags { state.tagged.removeFirst() }
            state.tagged.append(tagged)
        }
        hasOrigins.store(true, ordering: .releasing)
    }

    /// Calls `body`: what it dispatches comes from `from`, and from step `cause`.
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

    /// A bit of its own for a piece of middleware.
    func newMiddleware() -> UInt64 {
        hasOrigins.store(true, ordering: .releasing)
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

    /// Where the action of this text comes from that is about to be recorded.
    ///
    /// - Parameter cause: The step that it came from, where that is known; nil otherwise.
    func origin(of change: BorrowedChange, _ cause: Int?) -> (from: Origin, cause: Int?) {
        if let tagged = takeTagged(change) { return (tagged.from, cause ?? tagged.cause) }
        if let awaited = awaited() { return (awaited.from, cause ?? awaited.cause) }
        if let scope = OriginScope.current, scope.recorder == identifier {
            return (scope.from ?? .user, cause ?? scope.cause?.seq)
        }
        return (.user, cause)
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

    private func awaited() -> Awaited? {
        state.withLock { state in
            guard !state.awaited.isEmpty else { return nil }
            let thread = ThreadID.current
            return state.awaited.first { $0.thread == thread }
        }
    }

    /// Where several of the same text are on their way, which comes first is not known: their cause is, if they agree on
    /// it.
    private func takeTagged(_ change: BorrowedChange) -> Tagged? {
        state.withLock { state in
            guard !state.tagged.isEmpty else { return nil }
            let text = Self.text(of: change)
            let context = Context.current
            let now = ContinuousClock.now
            let places = state.tagged.indices.filter { place in
                let tagged = state.tagged[place]
                guard tagged.text == text else { return false }
                return tagged.context == context
                    || tagged.context.thread != context.thread && now - tagged.time < Self.longestHop
            }
            guard let first = places.first else { return nil }
            let tagged = state.tagged[first]
            if places.contains(where: { state.tagged[$0].cause != tagged.cause }) {
                for place in places { state.tagged[place] = state.tagged[place].withoutCause }
            }
            return state.tagged.remove(at: first)
        }
    }

    private static func text(of change: BorrowedChange) -> Int {
        var hasher = Hasher()
        switch change {
        case .action(let text), .set(let text, _): hasher.combine(bytes: UnsafeRawBufferPointer(text))
        case .opaque(let description, _): hasher.combine(description)
        }
        return hasher.finalize()
    }
}

/// A step that is about to be reduced, or was: effects may start before it has its number.
final class StepReference: Sendable {
    /// 0 until the step is recorded.
    private let number = Atomic(0)
    /// The step that this one came from: the cause of its effects as long as it has no number.
    private let cause: Int?

    init(cause: Int? = nil) { self.cause = cause }

    convenience init(_ seq: Int) {
        self.init()
        recorded(as: seq)
    }

    /// The number of the step or, where it has none yet, of the step that it came from.
    var seq: Int? {
        let number = number.load(ordering: .acquiring)
        return number > 0 ? number : cause
    }

    func recorded(as seq: Int) { number.store(seq, ordering: .releasing) }
}
