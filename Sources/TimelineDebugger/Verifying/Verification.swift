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
