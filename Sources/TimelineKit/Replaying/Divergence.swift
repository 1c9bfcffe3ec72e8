/// The first position at which replay and recording disagree.
public struct Divergence<State: Sendable>: Sendable {
    /// The step after which a snapshot was taken that replay does not confirm.
    public let seq: Int

    /// The last position at which they agreed, or that replay took from the recording: the fault lies in a step after
    /// this one, up to `seq`.
    public let agreedUpTo: Int

    /// The state that was recorded.
    public let recorded: State

    /// The state that replay made.
    public let replayed: State
}
