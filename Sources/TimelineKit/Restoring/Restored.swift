/// The state that an app begins with, and where it comes from.
public struct Restored<State: Sendable>: Sendable {
    /// Where a state comes from.
    public enum Source: Sendable, Equatable {
        /// The state that was saved last.
        case lastSaved
        /// One that was saved before, since the later ones were set aside.
        case earlier
        /// The program's initial state: nothing was saved, or nothing that is of use.
        case initial
    }

    /// A saved state that is not used. Its file is kept, and never written to again.
    public struct SetAside: Sendable, Equatable {
        /// Why a state is not used.
        public enum Reason: Sendable, Equatable {
            /// The app began with it, or with one that came of it, and did not get as far as `launched()`.
            case launchesFailed
            /// It cannot be read or decoded, and why.
            case unreadable(String)
        }

        /// The file, under the name that it was given.
        public let path: String
        public let reason: Reason
    }

    /// The state.
    public let state: State
    public let source: Source

    /// What was set aside just now, the latest first.
    public let setAside: [SetAside]

    /// What stands in the way of restoring or of noticing that a launch fails, in sentences; nil where nothing does.
    public let problem: String?
}

/// Why a saved state is of no use.
struct UnreadableState: Error {
    let reason: String
}
