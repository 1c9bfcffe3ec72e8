internal import Synchronization

/// Determines the `from` and `cause` of each action that is recorded without explicit ones, as `Store` passes them.
final class OriginTracker: Sendable {
    /// An action that was tagged and has not been recorded yet, identified by the hash of its encoded form.
    private struct Tagged {
        let hash: Int
        let from: Origin
        var cause: Int?
        let context: Context
        let time: ContinuousClock.Instant
    }

    private struct PendingStep {
        let thread: UInt
        let step: StepReference
        let from: Origin
        let cause: Int?
        let site: DispatchSite?
    }

    typealias Found = (from: Origin, cause: Int?, site: DispatchSite?)

    private struct Context: Equatable {
        let thread: UInt
        let task: Int?

        static var current: Context { Context(thread: ThreadID.current, task: withUnsafeCurrentTask { $0?.hashValue }) }
    }

    private struct State {
        var tagged: [Tagged] = []
        var pending: [PendingStep] = []
        var middlewareCount: UInt64 = 0
    }

    /// The store may drop tagged actions.
    private static let tagLimit = 1024
    /// How long a tag also matches an action that is recorded on another thread.
    private static let otherThreadTimeout = Duration.seconds(1)

    private let atomicIsUsed = Atomic(false)
    private let state = Locked(State())
    private let token = UInt64.random(in: .min ... .max)

    @inline(__always) var isUsed: Bool { atomicIsUsed.load(ordering: .acquiring) }

    private var identifier: ObjectIdentifier { ObjectIdentifier(self) }

    // MARK: - Effects

    private var scope: OriginScope? { OriginScope.current.flatMap { $0.recorder == identifier ? $0 : nil } }

    /// The step that this thread or task dispatches or, in an effect, the step that started it; nil if it is unknown.
    var current: StepReference? { scope?.step ?? scope?.cause }

    /// The origin of an action that is dispatched here.
    var present: (from: Origin, step: StepReference?, site: OriginScope.SiteOfAction?) {
        guard let scope else { return (.user, nil, nil) }
        return scope.step.map { (.effect, $0, scope.site) } ?? (scope.from ?? .user, scope.cause, scope.site)
    }

    func expectStep(withOriginText text: String?, site: DispatchSite?) -> StepReference {
        let origin = text.flatMap(parseOrigin)
        let thread = ThreadID.current
        let step = StepReference(cause: origin?.cause)
        state.withLock { state in
            // If this thread has a pending step, that step was never recorded.
            state.pending.removeAll { $0.thread == thread }
            state.pending.append(
                PendingStep(
                    thread: thread, step: step, from: origin?.from ?? .user, cause: origin?.cause, site: site))
        }
        atomicIsUsed.store(true, ordering: .releasing)
        return step
    }

    func tag(_ change: BorrowedChange, from: Origin, cause: Int?) {
        let tagged = Tagged(hash: Self.hash(of: change), from: from, cause: cause, context: .current, time: .now)
        state.withLock { state in
            if state.tagged.count == Self.tagLimit { state.tagged.removeFirst() }
            state.tagged.append(tagged)
        }
        atomicIsUsed.store(true, ordering: .releasing)
    }

    func perform<Result>(
        from: Origin, cause: StepReference?, step: StepReference? = nil, at site: OriginScope.SiteOfAction? = nil,
        _ body: () throws -> Result
    ) rethrows -> Result {
        atomicIsUsed.store(true, ordering: .releasing)
        return try OriginScope.$current.withValue(
            OriginScope(recorder: identifier, from: from, cause: cause, step: step, site: site), operation: body)
    }

    /// An origin that the app set by `perform`, further in than the step, stays.
    func performAsEffect(_ body: () -> Void) {
        if let scope, scope.step == nil, scope.from != nil { return body() }
        perform(from: .effect, cause: current, body)
    }

    /// Actions that `body` dispatches have the present origin. The first whose encoded form has this hash has the site.
    func perform<Result>(at site: DispatchSite, hash: Int, _ body: () throws -> Result) rethrows -> Result {
        atomicIsUsed.store(true, ordering: .releasing)
        let present = scope
        let site = OriginScope.SiteOfAction(site, hash)
        defer { site.end() }
        return try OriginScope.$current.withValue(
            OriginScope(
                recorder: identifier, from: present?.from, cause: present?.cause, step: present?.step,
                entering: present?.enteredBits ?? 0, site: site),
            operation: body)
    }

    // MARK: - Origin texts

    /// The text of an origin, which only this tracker can parse: `timeline effect 17 7f3a…`.
    func originText(from: Origin, cause: Int?) -> String {
        "timeline \(from) \(cause.map { "\($0)" } ?? "-") \(String(token, radix: 16))"
    }

    private func parseOrigin(_ text: String) -> (from: Origin, cause: Int?)? {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count >= 4, words.first == "timeline", words.last == String(token, radix: 16)[...] else {
            return nil
        }
        return (Origin(rawValue: words[1...(words.count - 3)].joined(separator: " ")), Int(words[words.count - 2]))
    }

    // MARK: - Dispatches

    /// Returns the bit that identifies one more middleware. After 64 of them, the bits repeat.
    func assignMiddlewareBit() -> UInt64 {
        atomicIsUsed.store(true, ordering: .releasing)
        return state.withLock { state in
            defer { state.middlewareCount += 1 }
            return 1 << (state.middlewareCount % 64)
        }
    }

    func dispatch(entering bit: UInt64, _ body: () -> Void) {
        OriginScope.$current.withValue(
            .dispatch(entering: bit, within: OriginScope.current, recorder: identifier), operation: body)
    }

    // MARK: - Steps

    func origin(of change: BorrowedChange, _ cause: Int?) -> Found {
        let scope = scope
        let site = scope?.site.flatMap { $0.take(for: Self.hash(of: change)) }
        if let tagged = removeTag(matching: change) {
            return (from: tagged.from, cause: cause ?? tagged.cause, site: site)
        }
        let thread = ThreadID.current
        if let pending = state.withLock({ $0.pending.first { $0.thread == thread } }) {
            return (from: pending.from, cause: cause ?? pending.cause, site: site ?? pending.site)
        }
        return (from: scope?.from ?? .user, cause: cause ?? scope?.cause?.seq, site: site)
    }

    func recorded(as seq: Int) {
        scope?.step?.recorded(as: seq)
        let thread = ThreadID.current
        state.withLock { state in
            guard let place = state.pending.firstIndex(where: { $0.thread == thread }) else { return }
            state.pending.remove(at: place).step.recorded(as: seq)
        }
    }

    /// If several tags match and their causes differ, all of them lose their cause.
    private func removeTag(matching change: BorrowedChange) -> Tagged? {
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

    static func hash(of change: BorrowedChange) -> Int {
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

    var seq: Int? {
        let number = number.load(ordering: .acquiring)
        return number > 0 ? number : cause
    }

    func recorded(as seq: Int) { number.store(seq, ordering: .releasing) }
}
