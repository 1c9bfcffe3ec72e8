package import TimelineJSON
package import TimelineQuerying

/// Replay and recording disagree where a bisection needs them to agree: no step is blamed for the difference.
package struct BisectDivergence: Error, Equatable, Sendable {
    /// The step after which the recorded state differs from the replayed one.
    package let seq: Int
    /// The last position where both agreed, or that replay began at: a step after it, up to `seq`, gave another state than
    /// when it was recorded.
    package let agreedUpTo: Int
    package let recorded: JSON
    package let replayed: JSON
    /// The paths at which the replayed state does not survive its own coding: that may be all that differs.
    package let unstablePaths: [String]

    package init(seq: Int, agreedUpTo: Int, recorded: JSON, replayed: JSON, unstablePaths: [String] = []) {
        self.seq = seq
        self.agreedUpTo = agreedUpTo
        self.recorded = recorded
        self.replayed = replayed
        self.unstablePaths = unstablePaths
    }

    /// What leads from the recorded state to the replayed one.
    package var difference: JSONPatch { .difference(from: recorded, to: replayed, legible: true) }
}
