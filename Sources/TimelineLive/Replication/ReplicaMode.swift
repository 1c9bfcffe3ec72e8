/// What replicas send each other.
public enum ReplicaMode: String, Sendable {
    /// The state as it is after a change. Of changes made at the same time one stays, by the rule; the others are lost, and
    /// told.
    case mirror
    /// The actions, which every replica reduces in the one order. Nothing is lost but what a state that was set from
    /// outside replaces.
    case actions
}
