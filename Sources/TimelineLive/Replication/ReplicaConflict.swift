/// A change that is not in the shared state, or was overwritten by one that did not know of it.
///
/// Of two changes that did not know of each other, a state that was set stands before what comes lower in the order: the
/// one with the higher version, and of two with one version that of the higher id (by its Unicode code points).
public struct ReplicaConflict<State: Sendable, Action: Sendable>: Sendable {
    /// What was lost.
    public enum Lost: Sendable {
        case state(State)
        case action(Action)
    }

    /// The replica whose change was lost.
    public let origin: String
    /// The version of the change that was lost.
    public let version: Int
    /// What was lost: it may be shown to a person, or dispatched again.
    public let lost: Lost
    /// The replica whose change stands.
    public let winner: String
    /// The version of the change that stands.
    public let winnerVersion: Int

    init(_ lost: ReplicaChange<State, Action>, winner: String, version: Int) {
        origin = lost.origin
        self.version = lost.version
        self.lost =
            switch lost.kind {
            case .action(let action): .action(action)
            case .set(let state, _): .state(state)
            }
        self.winner = winner
        winnerVersion = version
    }
}

extension ReplicaConflict: Equatable where State: Equatable, Action: Equatable {}
extension ReplicaConflict.Lost: Equatable where State: Equatable, Action: Equatable {}
