public import TimelineKit

/// A replayed step, or a range of skipped steps.
public struct ReplayedStep<P: Program>: Sendable {
    /// How replay took the step.
    public enum Kind: Sendable {
        /// It reduced an action.
        case reduced(P.Action)
        /// It took a state that was set from outside the reducer, by the given source.
        case set(by: String)
        /// It skipped these steps and continued with a recorded state, since their actions could not be encoded, or they are not
        /// in the file.
        case skipped(ClosedRange<Int>, reason: String)
    }

    /// The number of the step; for skipped steps, the position at which replay continues.
    public let seq: Int
    package let at: Moment
    /// How replay took the step.
    public let kind: Kind
    /// The recorded step; nil for skipped steps.
    package let step: Step?
    /// The state after the step.
    public let state: P.State
}

/// The number of steps that a replay took, and of states that it confirmed. Each step counts once.
public struct ReplayCounts: Equatable, Sendable {
    /// The number of reduced actions.
    public package(set) var replayed = 0

    /// The number of states that were set from outside the reducer.
    public package(set) var sets = 0

    /// The number of skipped steps: their actions could not be encoded, they are not in the file, or the state before them is
    /// unknown.
    public package(set) var skipped = 0

    /// The number of snapshots that agreed with a state that replay reduced. A snapshot that replay started from, or continued
    /// with after skipped steps, does not count.
    public package(set) var confirmed = 0

    /// The number of generated values that were not on file, and were made from a seed instead. Above 0 only in a fresh replay.
    public package(set) var madeValues = 0

    package init() {}

    public var steps: Int { replayed + sets + skipped }
}
