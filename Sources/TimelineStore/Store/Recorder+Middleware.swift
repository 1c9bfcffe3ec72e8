public import TimelineKit
internal import TimelineSystem

extension Recorder where Action: Sendable {
    /// Records the steps of a `Store`. Put it last in the list of middleware: the innermost middleware gets exactly the
    /// actions that are reduced, in the order of reduction.
    ///
    ///     let store = Store(program: program, middleware: [.effects { … }, recorder.middleware])
    public var middleware: Middleware<State, Action> {
        // The store and the recorder count the same steps, but may start at different numbers.
        let offset = Locked<Int?>(nil)
        var middleware = Middleware<State, Action>(
            onSet: { [self] state, by in set(state, by: by) },
            handle: { [self] dispatched, store, next in
                let ahead = offset.withLock { offset in
                    if let offset { return offset }
                    offset = self.seq - store.seq
                    return self.seq - store.seq
                }
                let cause = dispatched.cause.map { $0 + ahead }.flatMap { $0 > 0 ? $0 : nil }
                let seq = begin(dispatched.action, from: dispatched.from, cause: cause, site: dispatched.site)
                generating(inStep: seq) { next(dispatched) }
                commit(seq, store.state)
            })
        middleware.isRecorder = true
        return middleware
    }
}
