/// A state that stands for all the changes it was made of, so that they need not be kept.
///
/// Any replica may make one of changes that no replica can get between any more. Of two the higher is taken by all.
struct SharedSnapshot<State: Sendable>: Sendable {
    struct ID: Codable, Hashable, Comparable, Sendable {
        /// One more than that of the snapshot before; 0 for the state of one that has not joined yet.
        let number: Int
        let origin: String

        static func < (one: ID, other: ID) -> Bool { (one.number, one.origin) < (other.number, other.origin) }
    }

    let id: ID
    /// The snapshot that was in force when it was made; nil for the first.
    let before: ID?
    let state: State
    /// By its origin, the number of the last change that is in it.
    let included: [String: Int]
    /// All that it was made of is of this version, or lower.
    let version: Int

    /// Whether a change is reduced after it. A state that comes later than the rule allows is lost; an action is not.
    func isFollowed<Action>(by change: ReplicaChange<State, Action>) -> Bool {
        change.number > included[change.origin, default: 0] && !(change.isSet && change.version <= version)
    }
}
