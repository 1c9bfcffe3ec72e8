internal import TimelineJournal
public import TimelineSystem

/// A run that did not end cleanly, and what there is to send of it.
public struct PendingCrashReport: Sendable, Equatable {
    /// The last thing that is known to have happened in a run.
    public struct LastStep: Sendable, Equatable {
        /// The number of the step, from 1.
        public let seq: Int
        /// Seconds since the run was started.
        public let seconds: Double
        /// The action as it stands on file, `{"add":{"by":1}}`; for a state that was put in, `set by restore`.
        public let description: String
        /// Whether the reducer returned from it. False: the app ended in this step. Nil: that is not known.
        public let isReduced: Bool?
    }

    /// The file that was recorded; of a run in segments, the last. Where it was not `isReadable`, it is all there is.
    public let timeline: String

    /// The file to send; nil where none could be made, and `problem` says why.
    public let bundle: String?

    /// Whether the timeline could be read. Where not, nothing below is known but the `problem`.
    public let isReadable: Bool

    /// The program's name, and the version that was running.
    public let program: String?
    public let version: String?

    /// Which run it was: an identifier that no two runs share.
    public let session: String?

    /// When the run was started, by the wall clock, as RFC 3339 has it, in UTC: `2026-11-21T04:31:05.123456Z`.
    public let started: String?

    /// The last step; nil in a run that had none.
    public let lastStep: LastStep?

    /// What could not be read, or be known, and why, in sentences; nil where nothing is amiss.
    public let problem: String?

    let run: UnfinishedRun

    /// Says that the bundle was sent, or is not wanted: the run is never handed over again, and the bundle is removed. The
    /// timeline stays.
    ///
    /// Call it when whoever sends the bundle has read it.
    ///
    /// - Throws: `FileError` where the mark, `NAME.reported`, cannot be written. The run is then handed over again.
    public func markSent() throws(FileError) {
        try run.markReported(session: session, bundle: bundle)
    }
}
