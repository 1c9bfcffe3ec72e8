package import TimelineJournal

/// A step that replay took, or a run of steps that it had to skip.
public struct ReplayedStep<P: Program>: Sendable {
    /// What replay did.
    public enum Kind: Sendable {
        /// It reduced an action.
        case reduced(P.Action)
        /// It put in a state that was set from outside the reducer, and by what.
        case set(by: String)
        /// It could not reduce these steps and went on from a recorded state: their actions could not be encoded, or they
        /// are not on file.
        case skipped(ClosedRange<Int>, reason: String)
    }

    /// The number of the step; of those that were skipped, the position where replay goes on.
    public let seq: Int
    package let at: Moment
    /// What replay did.
    public let kind: Kind
    /// The step as it was recorded; nil where steps were skipped.
    package let step: Step?
    /// The state after it.
    public let state: P.State
}

/// How many of a timeline's steps a replay took, and what it confirmed. Every step counts once.
public struct ReplayCounts: Equatable, Sendable {
    /// The steps whose action was reduced again.
    public package(set) var replayed = 0

    /// The steps that put in a state which had been set from outside the reducer.
    public package(set) var sets = 0

    /// The steps that were skipped: their actions could not be encoded, they are not on file, or no state is known that
    /// they could be reduced from.
    public package(set) var skipped = 0

    /// The snapshots with which a state agreed that replay made by reducing. One that replay started from, or went on from
    /// after steps that it skipped, confirms nothing.
    public package(set) var confirmed = 0

    package init() {}

    /// All steps.
    public var steps: Int { replayed + sets + skipped }
}
