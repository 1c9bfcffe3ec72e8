internal import TimelineJournal
public import TimelineSystem

/// Finds the runs of an app that did not end cleanly, and hands over what to send of each.
///
///     let folder = "…/recordings"
///     for report in try CrashReports.pending(in: folder, of: CounterProgram(), for: .sentry) {
///         try send(report.bundle ?? report.timeline, about: report)
///         try report.markSent()
///     }
///     let recorder = Recorder(program: CounterProgram(), in: folder)
public enum CrashReports {
    /// The runs in `folder` that did not end cleanly and were not marked as sent, the oldest first.
    ///
    /// Ask at launch, before the recorder is made. A run did not end cleanly where its timeline has no `end` line: the app
    /// crashed, was killed, or never called `finish()`. Timelines that cannot be read are handed over too, with the reason;
    /// those of other programs are left alone.
    ///
    /// For each run a *bundle* is written beside its timeline, `NAME.bundle.jsonl`, mode 0600, whole or not at all: the
    /// last steps, cut to what `destination` takes. It stays until the app calls `markSent()`; who asks again before gets
    /// the same one.
    ///
    /// **What is run.** The states of the bundle are made by replay: reducers run, no middleware and no effect. A last step
    /// whose reducer did not return, or is not known to have returned, is not run. Should replay itself end the app, the
    /// next launch finds the mark that it left, `NAME.replaying`, and makes the bundle without replay. So it does of a run
    /// of another version of the program, and of a damaged timeline. Such a bundle begins at a recorded state and may hold
    /// more steps than asked.
    ///
    /// **Runs that go on.** The timeline that this process writes is no crash: name it in `recorded` where the recorder is
    /// made before. A timeline whose writer holds a lock on its file (`flock`) is left out as well.
    ///
    /// **Threads.** Any, but one process at a time for a folder. **Cost.** A few kilobytes are read of each run that ended
    /// cleanly; one that did not is read whole, and some of its steps are reduced.
    ///
    /// - Parameters:
    ///   - folder: Holds timelines: files `NAME.jsonl` and segments `NAME-000001.jsonl`, …; not those in folders inside. A
    ///     folder that does not exist holds none.
    ///   - program: What the timelines were recorded of.
    ///   - destination: Where the bundles go.
    ///   - steps: How many steps a bundle is to hold; at least 1.
    ///   - recorded: The `path` of the recorder of this process, or nil where it has none yet.
    /// - Throws: `FileError` where the folder cannot be read. Nothing else throws: what goes wrong with one run is said in
    ///   its `problem`.
    public static func pending<P: Program>(
        in folder: String, of program: P, for destination: BundleDestination, last steps: Int = 50,
        except recorded: String? = nil
    ) throws(FileError) -> [PendingCrashReport] {
        precondition(steps >= 1, "a bundle of \(steps) steps cannot be made")
        return try UnfinishedRun.all(in: folder)
            .filter { run in !(recorded.map(run.isWritten(to:)) ?? false) && !run.isLocked }
            .compactMap { CrashReporter(program, destination, steps: steps).report(on: $0) }
            .sorted { ($0.started ?? "~", $0.timeline) < ($1.started ?? "~", $1.timeline) }
    }
}
