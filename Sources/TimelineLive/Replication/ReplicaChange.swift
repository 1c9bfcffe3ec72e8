/// A change of the state that all replicas share.
struct ReplicaChange<State: Sendable, Action: Sendable>: Sendable {
    enum Kind: Sendable {
        case action(Action)
        case set(State, by: String)
    }

    /// Who made it.
    let origin: String
    /// The changes of one origin count from 1, without a hole.
    let number: Int
    /// Lamport's clock: greater than the version of every change that its origin knew of.
    let version: Int
    /// How many changes of each other replica its origin knew of.
    let seen: [String: Int]
    var kind: Kind

    var isSet: Bool { if case .set = kind { true } else { false } }

    /// The one order of all changes: by version, then by origin.
    static func precedes(_ one: ReplicaChange, _ other: ReplicaChange) -> Bool {
        (one.version, one.origin) < (other.version, other.origin)
    }

    /// Whether neither knew of the other.
    func isConcurrent(with other: ReplicaChange) -> Bool { !knew(of: other) && !other.knew(of: self) }

    private func knew(of other: ReplicaChange) -> Bool {
        origin == other.origin ? number >= other.number : seen[other.origin, default: 0] >= other.number
    }
}
