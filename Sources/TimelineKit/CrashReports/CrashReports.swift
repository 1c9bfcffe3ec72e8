internal import TimelineJSON
internal import TimelineJournal
public import TimelineSystem

/// Finds the runs of an app that did not end cleanly, and makes a bundle of each for a crash report.
///
///     let folder = "…/recordings"
///     for report in try CrashReports.pending(program: CounterProgram(), in: folder, for: .sentry) {
///         try send(report.bundle ?? report.timeline, about: report)
///         try report.markSent()
///     }
///     let recorder = Recorder(program: CounterProgram(), in: folder)
public enum CrashReports {
    /// The runs in `folder` that did not end cleanly and were not marked as sent, the oldest first.
    ///
    /// Call it at launch, before the recorder is created. A run did not end cleanly if its timeline has no `end` line: the app
    /// crashed, was killed, or never called `finish()`. Unreadable timelines are included, with the reason; timelines of
    /// other programs are not.
    ///
    /// For each run it writes a *bundle* beside the timeline, atomically, `NAME.bundle.jsonl`, mode 0600: the last steps, cut
    /// to the limit of `destination`. The bundle stays until the app calls `markSent()`; until then each call returns it.
    ///
    /// **Replay.** Replay makes the states of the bundle: reducers run, middleware and effects do not. A last step is not
    /// reduced unless its reducer is known to have returned. If replay crashes the app, the next launch finds the file
    /// `NAME.replaying` and makes the bundle without replay. It does the same for another version of the program and for a
    /// damaged timeline. Such a bundle begins at a recorded state, and may hold more than `steps` steps.
    ///
    /// **Current runs.** If the recorder of this process already exists, pass its `path` as `recorded`. Timelines that other
    /// processes are writing are locked (`flock`), and left out.
    ///
    /// **Threads.** Any thread, but one process per folder at a time.
    ///
    /// **Cost.** Reads a few kilobytes of each run that ended cleanly. Reads other runs whole, and reduces some of their steps.
    ///
    /// - Parameters:
    ///   - program: The program of the timelines.
    ///   - folder: The folder of timelines: files `NAME.jsonl` and segments `NAME-000001.jsonl`, …; subfolders are not read. A
    ///     folder that does not exist counts as empty.
    ///   - destination: Where the bundles are sent.
    ///   - steps: The number of steps in a bundle; at least 1.
    ///   - recorded: The `path` of the recorder of this process; nil if it has none yet.
    /// - Throws: `FileError` if the folder cannot be read. A problem with one run is in its `problem`.
    public static func pending<P: Program>(
        program: P, in folder: String, for destination: BundleDestination, last steps: Int = 50,
        except recorded: String? = nil
    ) throws(FileError) -> [PendingCrashReport] {
        precondition(steps >= 1, "a bundle of \(steps) steps cannot be made")
        let reports = try UnfinishedRun.all(in: folder)
            .filter { run in !(recorded.map(run.isWritten(to:)) ?? false) && !run.isLocked }
            .compactMap { CrashReporter(program: program, destination: destination, steps: steps).report(on: $0) }
        let keys = reports.map { ($0.started ?? "~", $0.timeline) }
        return keys.sortedIndexes { keys[$0] < keys[$1] }.map { reports[$0] }
    }
}
