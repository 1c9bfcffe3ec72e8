internal import TimelineKit

/// Counts connections. So many are served; as many more are told that there is no room; the rest is closed.
final class OpenConnections: Sendable {
    enum Place: Equatable {
        case served
        case turnedAway
        case dropped
    }

    private let limit: Int
    private let counts = Locked((served: 0, turnedAway: 0))

    init(limit: Int) { self.limit = limit }

    func enter() -> Place {
        counts.withLock { counts in
            if counts.served < limit {
                counts.served += 1
                return .served
            }
            if counts.turnedAway < limit {
                counts.turnedAway += 1
                return .turnedAway
            }
            return .dropped
        }
    }

    func leave(_ place: Place) {
        counts.withLock { counts in
            switch place {
            case .served: counts.served -= 1
            case .turnedAway: counts.turnedAway -= 1
            case .dropped: break
            }
        }
    }
}
