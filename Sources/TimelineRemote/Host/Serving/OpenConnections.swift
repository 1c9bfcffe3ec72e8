internal import TimelineKit

/// Counts connections. So many are served. Where one comes that is too many, the oldest that has not shown the token makes room
/// for it; where all have, as many more are told that there is no room, and the rest is closed.
final class OpenConnections: Sendable {
    enum Place: Equatable {
        /// With a number of its own.
        case served(Int)
        case turnedAway
        case dropped
    }

    private struct Served {
        let number: Int
        var hasShownToken = false
        /// Makes the connection end soon.
        let end: @Sendable () -> Void
    }

    private struct State {
        /// The oldest first.
        var served: [Served] = []
        /// Those that were told to end and have not left yet.
        var ending: Set<Int> = []
        var turnedAway = 0
        var last = 0
    }

    private let limit: Int
    private let state = Locked(State())

    init(limit: Int) { self.limit = limit }

    /// - Parameter end: Called at most once, and never after the connection has left; must not wait.
    /// - Returns: nil where connections that make room are about to leave: ask again a moment later.
    func enter(end: @escaping @Sendable () -> Void) -> Place? {
        state.withLock { state in
            if state.served.count == limit, let oldest = state.served.firstIndex(where: { !$0.hasShownToken }) {
                if state.ending.count >= limit { return nil }
                let evicted = state.served.remove(at: oldest)
                state.ending.insert(evicted.number)
                evicted.end()
            }
            if state.served.count < limit {
                state.last += 1
                state.served.append(Served(number: state.last, end: end))
                return .served(state.last)
            }
            return turnAway(&state)
        }
    }

    /// What becomes of a connection for which there is no room.
    func turnAway() -> Place { state.withLock { turnAway(&$0) } }

    private func turnAway(_ state: inout State) -> Place {
        if state.turnedAway == limit { return .dropped }
        state.turnedAway += 1
        return .turnedAway
    }

    /// The connection has shown the token, and keeps its place.
    func showToken(_ number: Int) {
        state.withLock { state in
            guard let index = state.served.firstIndex(where: { $0.number == number }) else { return }
            state.served[index].hasShownToken = true
        }
    }

    func leave(_ place: Place) {
        state.withLock { state in
            switch place {
            case .served(let number):
                state.ending.remove(number)
                state.served.removeAll { $0.number == number }
            case .turnedAway: state.turnedAway -= 1
            case .dropped: break
            }
        }
    }
}
