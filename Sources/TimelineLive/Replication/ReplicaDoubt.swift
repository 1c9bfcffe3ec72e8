/// Two replicas whose states differ though they know of the same changes: what one of them can tell of it.
package struct ReplicaDoubt<State: Sendable, Action: Sendable>: Sendable {
    /// The other.
    let replica: String
    /// The version of the last change that both knew of.
    let version: Int
    /// How this one came to its state: from this one, by these changes.
    let start: State
    let changes: [ReplicaChange<State, Action>]
    let state: State
}
