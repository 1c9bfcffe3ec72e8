/// A run that did not end cleanly, with the bundle to send.
public struct PendingCrashReport: Sendable, Equatable {
    /// The last step of a run.
    public struct LastStep: Sendable, Equatable {
        /// The number of the step, from 1.
        public let seq: Int
        /// The time since the start of the run, in seconds.
        public let seconds: Double
        /// The action as JSON, `{"add":{"by":1}}`; for a state that was set, `set by restore`.
        public let description: String
        /// Whether its reducer returned. False if the app ended in this step; nil if unknown.
        public let reducerReturned: Bool?
    }

    /// The file of the timeline, or its last segment.
    public let timeline: String

    /// The file to send; nil if it cannot be made, with the reason in `problem`.
    public private(set) var bundle: String?

    /// If not, the properties below are nil, except `problem`.
    package let isReadable: Bool

    /// The name and the version of the program that was recorded. These and what follows are nil if the timeline cannot be read.
    public private(set) var program: String?
    public private(set) var version: String?

    /// The unique identifier of the run.
    public private(set) var session: String?

    /// The wall-clock time of the start, in RFC 3339, UTC: `2026-11-21T04:31:05.123456Z`.
    public private(set) var started: String?

    /// The last step; nil in a run that had none.
    public private(set) var lastStep: LastStep?

    /// What could not be read or is unknown, and why, one sentence per line; nil without problems.
    public let problem: String?

    let run: UnfinishedRun

    /// Marks the run as reported, so that `CrashReports` does not return it again, and removes the bundle. The timeline stays.
    ///
    /// Call it when the bundle has been read.
    ///
    /// - Throws: `FileError` if the file `NAME.reported` cannot be written. `CrashReports` then returns the run again.
    public func markSent() throws(FileError) { try run.markReported(session: session, bundle: bundle) }
}

extension PendingCrashReport.LastStep {
    init(_ step: Step, isReduced: Bool?) {
        let description =
            switch step.change {
            case .action(let text): String(decoding: text.bytes, as: UTF8.self)
            case .opaque(let description): description
            case .set(_, let by): "set by \(by)"
            }
        self.init(seq: step.seq, seconds: step.at.seconds, description: description, reducerReturned: isReduced)
    }
}
