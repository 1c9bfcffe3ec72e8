internal import TimelineJournal

/// When a recorder writes the whole state among the actions.
///
/// Snapshots are what makes a moment in a long recording quick to look at, and what a replay is checked against.
public struct SnapshotPolicy: Equatable, Sendable, CustomStringConvertible {
    enum Rule: Equatable, Sendable {
        case balanced
        case steps(Int)
        case seconds(Double)
    }

    let rule: Rule

    /// One when the actions since the last have taken more bytes than it did, so that snapshots never cost more than the
    /// actions do, however large the state grows.
    public static let balanced = SnapshotPolicy(rule: .balanced)

    /// One each `steps` steps; at least 1.
    public static func every(_ steps: Int) -> SnapshotPolicy {
        precondition(steps >= 1, "a snapshot every \(steps) steps cannot be taken")
        return SnapshotPolicy(rule: .steps(steps))
    }

    /// One with the first step that comes this long, more than 0, after the last.
    public static func every(_ interval: Duration) -> SnapshotPolicy {
        precondition(interval > .zero, "a snapshot every \(interval) cannot be taken")
        return SnapshotPolicy(rule: .seconds(interval / .seconds(1)))
    }

    /// The policy as the header names it: `balanced`, `every 100 steps`, `every 2.5 seconds`.
    public var description: String {
        switch rule {
        case .balanced: "balanced"
        case .steps(let steps): "every \(steps) steps"
        case .seconds(let seconds): "every \(seconds) seconds"
        }
    }
}
