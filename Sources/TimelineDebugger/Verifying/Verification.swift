package import TimelineKit
package import TimelineReplay

package struct Verification: Equatable, Sendable {
    package struct BrokenInvariant: Equatable, Sendable {
        package let name: String
        package let seq: Int
        /// nil for the first state.
        package let step: Step?
        /// The step whose answer did not come in time.
        package var asked: Int?
    }

    package struct Response: Equatable, Sendable {
        package let name: String
        package let found: Responses
    }

    /// What a reducer reported, in the first of the steps that did.
    package struct Issue: Equatable, Sendable {
        package let text: String
        package let seq: Int
        package internal(set) var times = 1
    }

    package struct UnreducedSteps: Equatable, Sendable {
        package let steps: ClosedRange<Int>
        package let why: String
    }

    package internal(set) var counts = ReplayCounts()
    /// The first state that breaks each invariant: by position, then in the order of the program.
    package internal(set) var brokenInvariants: [BrokenInvariant] = []
    package internal(set) var hasChangeRules = false
    /// Of the program, with what came of each request.
    package internal(set) var responses: [Response] = []
    /// Each text once; at most `issueLimit`.
    package internal(set) var issues: [Issue] = []
    static let issueLimit = 100
    /// The last step, if its reducer never returned in the recording. It is not replayed.
    package internal(set) var crash: Step?
    package internal(set) var divergence: VerifiedDivergence?
    /// Where the store handed the reducer another state than the step before left; at most `outsideLimit`.
    package internal(set) var outsideSteps: [Int] = []
    package internal(set) var outsideCount = 0
    static let outsideLimit = 10
    /// The last steps, if no recorded state follows from which replay could continue.
    package internal(set) var unreduced: UnreducedSteps?
    package internal(set) var hasNoState = false
    /// The first state that holds what is not encoded, as far as `==` shows it.
    package internal(set) var unencodedSeq: Int?

    package init(divergence: VerifiedDivergence? = nil) { self.divergence = divergence }

    package var result: VerificationResult {
        if divergence != nil { return .diverged }
        if crash != nil { return .crashed }
        if !brokenInvariants.isEmpty { return .broken }
        if !issues.isEmpty { return .reported }
        let isUnconfirmed = hasNoState || unreduced != nil || counts.steps > 0 && counts.confirmed == 0
        return isUnconfirmed ? .unconfirmed : .sound
    }
}
