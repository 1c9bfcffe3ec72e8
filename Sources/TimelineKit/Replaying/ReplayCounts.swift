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
