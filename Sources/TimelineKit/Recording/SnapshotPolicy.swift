/// When a recorder writes a snapshot, the whole state.
///
/// Seeking in a long recording starts at the nearest snapshot, and replay is compared with each of them.
public struct SnapshotPolicy: Equatable, Sendable {
    enum Rule: Equatable, Sendable {
        case balanced
        case steps(Int)
        case seconds(Double)
    }

    let rule: Rule

    /// A snapshot when the actions since the last one have taken more bytes than it did, and more than 16 KiB. So snapshots
    /// never take more bytes than the actions, however large the state grows, and those of small states take few. While the state
    /// takes at most 64 KiB, also one after steps 1, 2, 4, 8, and so on, so that a replay that differs from the app shows early.
    public static let balanced = SnapshotPolicy(rule: .balanced)

    /// A snapshot after every `steps` steps; every step if that is less than 1. The thread that dispatches encodes the state of every step.
    /// With more steps, a queue does, and while it encodes a large state, the next one that is due waits.
    public static func every(_ steps: Int) -> SnapshotPolicy { SnapshotPolicy(rule: .steps(max(1, steps))) }

    /// A snapshot with the first step after `interval` has passed since the last one.
    public static func every(_ interval: Duration) -> SnapshotPolicy {
        SnapshotPolicy(rule: .seconds(max(0, interval / .seconds(1))))
    }

    /// The policy in the header: `balanced`, `every 100 steps`, `every 2.5 seconds`.
    package var text: String {
        switch rule {
        case .balanced: "balanced"
        case .steps(let steps): "every \(steps) steps"
        case .seconds(let seconds): "every \(seconds) seconds"
        }
    }
}
