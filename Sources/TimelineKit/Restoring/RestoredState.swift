/// The state that an app begins with, and its source.
public struct RestoredState<State: Sendable>: Sendable {
    public enum Source: Sendable, Equatable {
        /// The last saved state.
        case lastSaved
        /// A state that was saved earlier, since the later ones were rejected.
        case earlier
        /// The program's initial state: there is no usable saved state.
        case initial
    }

    /// The file of a saved state that is not used. It is kept, and never written to again.
    public struct RejectedFile: Sendable, Equatable {
        /// Why a saved state is not used.
        public enum Reason: Sendable, Equatable {
            /// The app launched with it, or with an earlier state, and did not call `launched()`.
            case launchesFailed
            /// It cannot be read or decoded, with the reason.
            case unreadable(String)
        }

        /// The path, under the file's new name.
        public let path: String
        public let reason: Reason
    }

    public let state: State
    public let source: Source

    /// The files that this call of `restore()` rejected, the latest first.
    public let rejectedFiles: [RejectedFile]

    /// Why states could not be restored, or why a failed launch will not be detected: one sentence per line. Nil without
    /// problems.
    public let problem: String?
}
