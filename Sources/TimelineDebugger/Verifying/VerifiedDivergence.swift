package import TimelineJSON
package import TimelineKit

/// The first place at which replay and recording disagree, with its cause as far as further replays show it.
package struct VerifiedDivergence: Equatable, Sendable {
    package enum Cause: Equatable, Sendable {
        case notDeterministic(Disagreement)
        /// All replays agree with each other, and not with the recording.
        ///
        /// - `mayBeFromOutside`: Whether the versions are equal, and no replayed step since the last agreement changes a value that
        ///   differs, so that the app may have changed them outside the reducer.
        case reducerChanged(mayBeFromOutside: Bool)
        /// An action or a state cannot be decoded.
        ///
        /// - `line`: The line of the file, from 1.
        /// - `advice`: The lines of Swift that would make the program decode it.
        case schemaChanged(Migration.Part, line: Int, advice: String)
        /// Encoding and decoding the state changes it, or loses a part that the reducer depends on.
        case unstableCoding
        /// The replays that would show the cause failed, for this reason, or have not ended.
        case unknown(why: String?)

        package var name: String {
            switch self {
            case .notDeterministic: "notDeterministic"
            case .reducerChanged: "reducerChanged"
            case .schemaChanged: "schemaChanged"
            case .unstableCoding: "unstableCoding"
            case .unknown: "unknown"
            }
        }
    }

    package struct Disagreement: Equatable, Sendable {
        package enum Contrast: String, Sendable {
            case sameProcess
            /// One ran in another process, where hashes have another seed, and globals their first values.
            case otherProcess
            case later
        }

        package let contrast: Contrast
        /// The first step after which they are known to differ.
        package let seq: Int
        package let paths: [String]
        /// Whether the reducer of step `seq` traps in one of them.
        package let hasTrapped: Bool
    }

    package struct Evidence: Equatable, Sendable {
        package var here = 1
        package var elsewhere = 0
        package var isSpread = false
    }

    /// The position whose recorded state differs from the replayed one, or the step that could not be taken.
    package let seq: Int
    /// The last position where both agreed, or where replay began. The cause is a step after this one.
    package let agreedUpTo: Int
    /// The states after step `seq`; nil if the step could not be taken.
    package let states: States?
    /// Why the step could not be taken; nil if it was. Of a value that cannot be decoded, the path and the reason.
    package let reason: String?
    /// The paths at which encoding and decoding the replayed state changes it.
    package let unstablePaths: [String]
    package let cause: Cause
    package let evidence: Evidence

    package struct States: Equatable, Sendable {
        package let recorded: JSON
        package let replayed: JSON
        package let paths: [String]
    }

    /// Whether it is unknown if the reducer behaved as recorded.
    package var isUndecided: Bool { cause == .unstableCoding }
}
