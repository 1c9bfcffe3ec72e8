internal import TimelineJSON
package import TimelineKit

/// What verifying a timeline found: how far replay agrees with the recording, and which invariants its states keep.
package struct Verification: Equatable, Sendable {
    /// An invariant that a state breaks.
    package struct BrokenInvariant: Equatable, Sendable {
        package let name: String
        /// The first position whose state breaks it.
        package let seq: Int
    }

    /// Steps that replay left out.
    package struct UnreducedSteps: Equatable, Sendable {
        package let steps: ClosedRange<Int>
        /// Why the first of them cannot be reduced.
        package let why: String
    }

    /// How much to replay to find the cause of a divergence.
    package struct Effort: Sendable {
        /// The number of replays in other processes.
        let processes: Int
        /// Whether to replay about a second later, too.
        let isSpread: Bool

        /// For the first divergences of a run. Of two orders of a set, sixteen processes miss the other one once in 65,536 runs.
        package static let thorough = Effort(processes: 16, isSpread: true)
        /// For others of a run with many.
        package static let brief = Effort(processes: 1, isSpread: false)
    }

    /// The first position.
    package let first: Int
    package internal(set) var counts = ReplayCounts()
    /// The first broken invariant, by position and then in the order of the program.
    package internal(set) var brokenInvariant: BrokenInvariant?
    package internal(set) var divergence: VerifiedDivergence?
    /// The steps that were set from outside the reducer, by an unknown cause: the store handed the reducer
    /// another state than the one the step before left. At most `outsideLimit`.
    package internal(set) var outsideSteps: [Int] = []
    package internal(set) var outsideCount = 0
    static let outsideLimit = 10
    /// The last steps, if replay had to leave them out because no recorded state follows.
    package internal(set) var unreduced: UnreducedSteps?
    /// Whether the run ended before its first state was written.
    package internal(set) var hasNoState = false

    init(first: Int) { self.first = first }

    /// `sound`, `diverged`, `broken` or `unconfirmed`.
    package var result: VerificationResult {
        if divergence != nil { return .diverged }
        if brokenInvariant != nil { return .broken }
        let isUnconfirmed = hasNoState || unreduced != nil || counts.steps > 0 && counts.confirmed == 0
        return isUnconfirmed ? .unconfirmed : .sound
    }
}
