import TimelineKit
import TimelineStore
import TimelineTestSupport

/// A state that keeps every reduced action.
struct Tally: Equatable, Sendable {
    var count = 0
    var names: [String] = []

    static func reduce(_ state: inout Tally, _ name: String) {
        state.count += 1
        state.names.append(name)
    }
}

extension Store where State == Tally, Action == String {
    convenience init(_ middleware: [Middleware<Tally, String>] = []) {
        self.init(initialState: Tally(), middleware: middleware, reducer: Tally.reduce)
    }
}

extension Middleware where State == Tally, Action == String {
    /// Logs each action as `name seq from cause` after it was reduced. Belongs last.
    static func noting(in log: Notes) -> Middleware {
        Middleware(onSet: { _, by in log.note("set by \(by)") }) { dispatched, store, next in
            next(dispatched)
            log.note("\(dispatched.action) \(store.seq) \(dispatched.from) \(dispatched.cause.map(String.init) ?? "-")")
        }
    }
}
