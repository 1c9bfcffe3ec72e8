internal import TimelineJSON
package import TimelineKit

/// What verifying a timeline found: how far replay agrees with the recording, and which invariants its states keep.
package struct Verification: Equatable, Sendable {
    package struct BrokenInvariant: Equatable, Sendable {
        package let name: String
        package let seq: Int
    }

    package struct UnreducedSteps: Equatable, Sendable {
        package let steps: ClosedRange<Int>
        package let why: String
    }

    package struct Effort: Sendable {
        let processes: Int
        let isSpread: Bool

        /// For the first divergences of a run. Of two orders of a set, sixteen processes miss the other one once in 65,536 runs.
        package static let thorough = Effort(processes: 16, isSpread: true)
        /// For others of a run with many.
        package static let brief = Effort(processes: 1, isSpread: false)
    }

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
    package internal(set) var hasNoState = false

    init(first: Int) { self.first = first }

    package var result: VerificationResult {
        if divergence != nil { return .diverged }
        if brokenInvariant != nil { return .broken }
        let isUnconfirmed = hasNoState || unreduced != nil || counts.steps > 0 && counts.confirmed == 0
        return isUnconfirmed ? .unconfirmed : .sound
    }
}
