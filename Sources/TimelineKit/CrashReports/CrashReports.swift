/// Finds the runs of an app that crashed, and makes a bundle of each for a crash report.
///
///     let folder = "…/recordings"
///     for report in try CrashReports.pending(in: folder) {
///         try send(report.bundle ?? report.timeline, about: report)
///         try report.markSent()
///     }
///     let recorder = Recorder(program: CounterProgram(), in: folder)
public enum CrashReports {
    /// The runs in `folder` that ended inside a reducer or by a known signal and were not marked as sent, the oldest first.
    ///
    /// Call it at launch, before the recorder is created. A run whose last reducer returned, and which has no `end` line, ended
    /// between steps: the app was killed, crashed outside its reducers, or never called `finish()`. Nearly every run on iOS ends
    /// so: the system suspends the app, and kills it later. Pass `endedBetweenSteps: true` to get those runs, too.
    /// Unreadable timelines are included, with the reason, and runs of which it is unknown whether the last reducer returned. If
    /// several programs record in the folder, `PendingCrashReport.program` tells their runs apart.
    ///
    /// For each run it writes a *bundle* beside the timeline, atomically, `NAME.bundle.jsonl`, mode 0600: the last steps, cut
    /// to `maxBytes`. Until the app calls `markSent()`, each call returns it, unless retention deleted the run.
    ///
    /// **No code of the app runs.** A bundle begins at the last recorded state with at least `steps` steps after it. At a desk,
    /// `timeline bundle --last` cuts exactly, by replay.
    ///
    /// **Current runs.** If the recorder of this process already exists, pass its `path` as `except`. Timelines that other
    /// processes are writing are locked (`flock`), and left out. Where a file system has no locks, as some network folders, those
    /// written within a day are left out.
    ///
    /// **Threads.** Any thread, but one process per folder at a time.
    ///
    /// **Cost.** Reads a few kilobytes of each run that ended cleanly. Reads other runs whole, and parses the end that a bundle may hold.
    ///
    /// - Parameters:
    ///   - folder: The folder of timelines: files `NAME.jsonl` and segments `NAME-000001.jsonl`, …; subfolders are not read. A
    ///     folder that does not exist counts as empty.
    ///   - maxBytes: The most bytes of a bundle; at least 1. Over the limit, it drops later states, then its oldest steps. The
    ///     default is the limit of an attachment in Sentry.
    ///   - steps: The least number of steps in a bundle, if the run has so many and they fit; at least 1.
    ///   - endedBetweenSteps: Whether to return also runs that ended while no reducer ran.
    ///   - recorded: The `path` of the recorder of this process; nil if it has none yet.
    /// - Throws: `FileError` if the folder cannot be read. A problem with one run is in its `problem`.
    public static func pending(
        in folder: String, maxBytes: Int = 20_000_000, last steps: Int = 50, endedBetweenSteps: Bool = false,
        except recorded: String? = nil
    ) throws(FileError) -> [PendingCrashReport] {
        precondition(steps >= 1, "a bundle of \(steps) steps cannot be made")
        precondition(maxBytes >= 1, "a bundle of \(maxBytes) bytes cannot be made")
        let reporter = CrashReporter(maxBytes: maxBytes, steps: steps, endedBetweenSteps: endedBetweenSteps)
        let reports = try UnfinishedRun.all(in: folder)
            .filter { run in !(recorded.map(run.isWritten(to:)) ?? false) && !run.isLocked }
            .compactMap { reporter.report(on: $0) }
        let keys = reports.map { ($0.started ?? "~", $0.timeline) }
        return keys.sortedIndexes { keys[$0] < keys[$1] }.map { reports[$0] }
    }
}

struct CrashReporter {
    let maxBytes: Int
    let steps: Int
    let endedBetweenSteps: Bool

    /// Returns nil if the run was reported, or ended cleanly or in another way than asked for.
    func report(on run: UnfinishedRun) -> PendingCrashReport? {
        if run.isReported(session: run.session) { return nil }
        let recorded: RecordedRun
        do throws(JournalError) { recorded = try read(run.files) } catch {
            return PendingCrashReport(
                timeline: run.files[run.files.count - 1], isReadable: false, problem: error.description, run: run)
        }
        if recorded.hasEnd { return nil }
        let (header, isReduced) = (recorded.header, recorded.isReduced)
        let made = made(at: run.bundle, of: recorded)
        let note = made?.header.bundle
        guard endedBetweenSteps || isReduced != true || note?.signal != nil else { return nil }
        var (bundle, problems) = (run.bundle as String?, recorded.problems)
        if made.map({ $0.bytes > maxBytes }) ?? true {
            do {
                let ending = CrashBundle.Ending(isReduced: isReduced).completed(by: note)
                let bytes = try recorded.lines.bundle(ending).bytes
                try OwnFile.requireBundle(run.bundle)
                try OutputFile.write(bytes, to: run.bundle, replacing: true)
            } catch {
                bundle = nil
                problems.append("there is no bundle: \(error)")
            }
        }
        let lastStep = recorded.lastStep.map { PendingCrashReport.LastStep($0, isReduced: isReduced) }
        return PendingCrashReport(
            timeline: recorded.file, bundle: bundle, isReadable: true, program: header.program,
            version: header.version, session: header.session, started: header.started, lastStep: lastStep,
            problem: problems.isEmpty ? nil : problems.joined(separator: "\n"), run: run)
    }

    private func read(_ files: [String]) throws(JournalError) -> RecordedRun {
        try RecordedRun.read(files, last: steps, limit: maxBytes)
    }

    /// The bundle of an earlier launch, or of `timeline record`.
    private func made(at path: String, of run: RecordedRun) -> RecordedRun? {
        guard let bundle = try? read([path]), bundle.isWhole,
            bundle.header.session == run.header.session, bundle.header.bundle?.lastSeq == run.lines.last
        else { return nil }
        return bundle
    }
}
