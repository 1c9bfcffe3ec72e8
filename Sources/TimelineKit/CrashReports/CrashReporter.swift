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
