package import TimelineKit
internal import TimelineReplay

package struct VerifiedDivergence: Equatable, Sendable {
    package enum Cause: Equatable, Sendable {
        case notDeterministic(Disagreement)
        /// All replays agree with each other. With `mayBeFromOutside`, no replayed step changes a value that differs.
        case reducerChanged(mayBeFromOutside: Bool)
        /// `line` counts from 1; `advice` is Swift that would make the program decode it.
        case schemaChanged(Migration.Part, line: Int, advice: String)
        /// Coding changes the state, or loses a part that the reducer depends on, or the state has no value semantics.
        case unstableCoding(Disagreement?)
        /// A value that the reducer generated may be in a damaged line.
        case damaged
        /// The replays that would show it failed, or have not ended.
        case unknown(why: String?)

        package var name: String {
            switch self {
            case .notDeterministic: "notDeterministic"
            case .reducerChanged: "reducerChanged"
            case .schemaChanged: "schemaChanged"
            case .unstableCoding: "unstableCoding"
            case .damaged: "damaged"
            case .unknown: "unknown"
            }
        }
    }

    package struct Evidence: Equatable, Sendable {
        package var here = 1
        package var elsewhere = 0
    }

    /// Where the states differ, or the step that could not be taken.
    package let seq: Int
    /// Or where replay began. The cause is a step after this one.
    package let agreedUpTo: Int
    package var states: BisectDivergence?
    package var reason: String?
    package var cause: Cause
    package var evidence = Evidence()
}

extension VerifiedDivergence {
    init<State>(
        _ divergence: Divergence<State>, _ cause: Cause = .unknown(why: nil), _ evidence: Evidence = Evidence()
    ) {
        self.init(
            seq: divergence.seq, agreedUpTo: divergence.agreedUpTo, states: BisectDivergence(divergence), cause: cause,
            evidence: evidence)
        // No other replay is needed to know that these values do not survive their coding.
        if case .unknown = cause, divergence.isOnlyAtUnstablePaths { self.cause = .unstableCoding(nil) }
    }
}
