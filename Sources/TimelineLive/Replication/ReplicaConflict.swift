/// A change that is not in the shared state, or was overwritten by one whose replica did not know it.
///
/// Of two changes whose replicas did not know each other's, a state that was set overwrites what precedes it in the order:
/// the change with the lower clock, or with the same clock and the lower id (by its Unicode code points).
public struct ReplicaConflict<State: Sendable, Action: Sendable>: Sendable {
    public enum Lost: Sendable {
        case state(State)
        case action(Action)
    }

    /// The replica whose change was lost.
    public let origin: String
    /// The Lamport clock of the change that was lost.
    public let clock: Int
    /// What was lost. The app may show it to a person, or dispatch it again.
    public let lost: Lost
    /// The replica whose change prevailed.
    public let winner: String
    /// The Lamport clock of the change that prevailed.
    public let winnerClock: Int

    init(_ change: ReplicaLog<State, Action>.Change, winner: String, clock: Int) {
        origin = change.origin
        self.clock = change.clock
        lost =
            switch change.kind {
            case .action(let action): .action(action)
            case .set(let state, _): .state(state)
            }
        self.winner = winner
        winnerClock = clock
    }
}

extension ReplicaConflict: Equatable where State: Equatable, Action: Equatable {}
extension ReplicaConflict.Lost: Equatable where State: Equatable, Action: Equatable {}
