internal import TimelineKit

/// At the limit, a new connection evicts the oldest connection that has not shown the token, so that clients without the token cannot lock
/// out its owner. If all have shown it, new connections get a 503 response, as many at a time as are served; more are closed.
final class ConnectionLimiter: Sendable {
    enum Admission: Equatable {
        case served(id: Int)
        case rejected
        case dropped
    }

    private struct Connection {
        let id: Int
        let begun: ContinuousClock.Instant
        var hasShownToken = false
        let evict: @Sendable () -> Void
    }

    private struct State {
        /// The oldest first.
        var served: [Connection] = []
        /// Not ended yet.
        var evicted: Set<Int> = []
        var rejected = 0
        var lastID = 0
    }

    /// Without it, strangers that reconnect without pause would evict the owner's connection before its request is read.
    private static let grace = Duration.milliseconds(40)

    private let limit: Int
    private let state = Locked(State())

    init(limit: Int) { self.limit = limit }

    /// `evict` must not wait; it is called at most once, and not after `remove`. Nil if nothing may be evicted yet: retry later.
    func admit(evict: @escaping @Sendable () -> Void) -> Admission? {
        let now = ContinuousClock.now
        return state.withLock { state in
            if state.served.count == limit, let oldest = state.served.firstIndex(where: { !$0.hasShownToken }) {
                if state.evicted.count >= limit || now - state.served[oldest].begun < Self.grace { return nil }
                let connection = state.served.remove(at: oldest)
                state.evicted.insert(connection.id)
                connection.evict()
            }
            guard state.served.count < limit else { return reject(&state) }
            state.lastID += 1
            state.served.append(Connection(id: state.lastID, begun: now, evict: evict))
            return .served(id: state.lastID)
        }
    }

    func reject() -> Admission { state.withLock { reject(&$0) } }

    private func reject(_ state: inout State) -> Admission {
        if state.rejected == limit { return .dropped }
        state.rejected += 1
        return .rejected
    }

    func confirmToken(_ id: Int) {
        state.withLock { state in
            guard let index = state.served.firstIndex(where: { $0.id == id }) else { return }
            state.served[index].hasShownToken = true
        }
    }

    func remove(_ admission: Admission) {
        state.withLock { state in
            switch admission {
            case .served(let id):
                state.evicted.remove(id)
                state.served.removeAll { $0.id == id }
            case .rejected: state.rejected -= 1
            case .dropped: break
            }
        }
    }
}
