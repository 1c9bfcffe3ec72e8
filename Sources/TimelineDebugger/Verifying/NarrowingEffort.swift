/// How much to replay to find the cause of a divergence.
package struct NarrowingEffort: Sendable {
    /// The number of replays in other processes.
    let processes: Int
    /// Whether to replay about a second later, too.
    let isSpread: Bool

    /// For the first divergences of a run. Of two orders of a set, sixteen processes miss the other one once in 65,536 runs.
    package static let thorough = NarrowingEffort(processes: 16, isSpread: true)
    /// For others of a run with many.
    package static let brief = NarrowingEffort(processes: 1, isSpread: false)
}
