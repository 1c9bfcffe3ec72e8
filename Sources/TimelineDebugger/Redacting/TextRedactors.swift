internal import TimelineKit
internal import TimelineSystem

/// The redactors of states and of actions, which remember the pseudonyms that they made.
struct TextRedactors: Sendable {
    /// Nil if the paths are not plain, or text may hold pseudonyms already.
    var state: TextRedactor?
    var actions: TextRedactor?

    /// Returns the texts that were replaced since the last call.
    mutating func takeHidden() -> [String] { (state?.takeHidden() ?? []) + (actions?.takeHidden() ?? []) }

    /// Redactors for any number of threads, each of which uses its own. Thread-safe.
    final class Pool: Sendable {
        private let fresh: TextRedactors
        private let idle = Locked<[TextRedactors]>([])

        init(_ fresh: TextRedactors) { self.fresh = fresh }

        func withRedactors<Result>(_ body: (inout TextRedactors) -> Result) -> Result {
            var redactors = idle.withLock { $0.popLast() } ?? fresh
            let result = body(&redactors)
            idle.withLock { [redactors] in $0.append(redactors) }
            return result
        }
    }
}
