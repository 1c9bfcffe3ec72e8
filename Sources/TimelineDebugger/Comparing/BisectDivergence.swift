package import TimelineKit
package import TimelineReplay

/// A replayed state differs from the recorded one, so that no step can be named.
package struct BisectDivergence: Error, Equatable, Sendable {
    package let seq: Int
    /// The last position where both agreed, or where replay began.
    package let agreedUpTo: Int
    package let recorded, replayed: JSON
    package let paths: [String]
    /// Their values change when the replayed state is encoded and decoded, which may be the whole difference.
    package let unstablePaths: [String]
    package var isOnlyAtUnstablePaths = false
    /// `==` of the program calls the states equal.
    package var isIgnoredByEquality = false
    package var codingLoss: Disagreement?

    package var difference: JSONPatch { JSONDifference(from: recorded, to: replayed).patch }
}

extension BisectDivergence {
    package init<State: Sendable>(_ divergence: Divergence<State>) {
        self.init(
            seq: divergence.seq, agreedUpTo: divergence.agreedUpTo, recorded: divergence.recordedJSON,
            replayed: divergence.replayedJSON, paths: divergence.paths, unstablePaths: divergence.unstablePaths,
            isOnlyAtUnstablePaths: divergence.isOnlyAtUnstablePaths,
            isIgnoredByEquality: divergence.isIgnoredByEquality)
    }
}
