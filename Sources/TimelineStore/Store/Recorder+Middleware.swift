public import TimelineKit

extension Recorder where Action: Sendable {
    /// Records the steps of a `Store`. Put it last in the list of middleware: the innermost middleware gets exactly the
    /// actions that are reduced, in the order of reduction. As a wrapped reducer, it writes a `set` line if the state of the store is
    /// not the one that was recorded last.
    ///
    ///     let store = Store(program: program, middleware: [.effects { … }, recorder.middleware])
    public var middleware: Middleware<State, Action> {
        // The recorder also counts states that the store did not count: how many, from which step of the store on.
        let offsets = Locked<[(first: Int, ahead: Int)]>([])
        var middleware = Middleware<State, Action>(
            onSet: { [self] state, by in set(state, by: by) },
            handle: { [self] dispatched, store, next in
                let step = store.seq + 1
                let cause = dispatched.cause.flatMap { cause in
                    offsets.withLock { offsets in
                        if offsets.isEmpty { offsets = [(0, self.seq + 1 - step)] }
                        return Self.recorded(cause, offsets)
                    }
                }
                let seq = begin(
                    dispatched.action, in: store.state, from: dispatched.from, cause: cause, site: dispatched.site)
                offsets.withLock { offsets in
                    guard seq > 0, offsets.last?.ahead != seq - step else { return }
                    // A store whose state is always another one, or a second store, must not fill the memory.
                    if offsets.count == 64 { offsets.removeFirst() }
                    offsets.append((step, seq - step))
                }
                withGeneratedValues(ofStep: seq) { next(dispatched) }
                commit(seq, store.state)
            })
        middleware.isRecorder = true
        middleware.onCanceled = { [self] step in
            if let step = offsets.withLock({ Self.recorded(step, $0) }) { canceled(step) }
        }
        middleware.recordedFirstState = { [self] in firstState(of: $0) }
        return middleware
    }

    private static func recorded(_ step: Int, _ offsets: [(first: Int, ahead: Int)]) -> Int? {
        offsets.last { $0.first <= step }.map { step &+ $0.ahead }
    }
}
