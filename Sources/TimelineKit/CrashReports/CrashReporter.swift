internal import TimelineJSON
internal import TimelineJournal
internal import TimelineSystem

struct CrashReporter<P: Program> {
    let program: P
    let destination: BundleDestination
    let steps: Int

    /// Returns nil if the run was reported, ended cleanly, or is another program's.
    func report(on run: UnfinishedRun) -> PendingCrashReport? {
        if run.isReported(session: run.session) { return nil }
        let journal: Journal
        do throws(JournalError) {
            journal = try Journal(opening: run.files, name: run.files.count == 1 ? run.files[0] : run.stem)
        } catch {
            return PendingCrashReport(
                timeline: run.files[run.files.count - 1], isReadable: false, problem: error.description, run: run)
        }
        let header = journal.header
        guard header.program == program.name, journal.index.end == nil else { return nil }
        let isReduced = try? journal.isLastReduced()
        var problems = problems(of: journal)
        let bundle = bundle(of: journal, run, isLastStepKnown: isReduced != nil, &problems)
        return PendingCrashReport(
            timeline: journal.lastFile, bundle: bundle, isReadable: true, program: header.program,
            version: header.version, session: header.session, started: header.started,
            lastStep: lastStep(of: journal, isReduced: isReduced),
            problem: problems.isEmpty ? nil : problems.joined(separator: "\n"), run: run)
    }

    // MARK: - The timeline

    private func lastStep(of journal: Journal, isReduced: Bool?) -> PendingCrashReport.LastStep? {
        let last = journal.index.last
        var lines = journal.lines(fromStep: last)
        while let line = try? lines.next() {
            guard case .step(let step) = line.content, step.seq == last else { continue }
            let description =
                switch step.change {
                case .action(let text): String(decoding: text.bytes, as: UTF8.self)
                case .opaque(let description): description
                case .set(_, let by): "set by \(by)"
                }
            return PendingCrashReport.LastStep(
                seq: last, seconds: step.at.seconds, description: description, isReduced: isReduced)
        }
        return nil
    }

    private func problems(of journal: Journal) -> [String] {
        var problems: [String] = []
        let index = journal.index
        if let first = index.damage.first {
            let rest = index.damageCount == 1 ? "" : ", and \(index.damageCount - 1) more such places"
            problems.append("damage in \(first)\(rest)")
        }
        for segment in index.tornSegments {
            let which = segment == index.tornSegments.last ? "the last segment" : "a segment"
            problems.append("\(which) is left out: \(segment)")
        }
        for torn in index.tornLines where torn.file != journal.lastFile {
            problems.append("line \(torn.line) of \(torn.file) was cut off while it was written, and is dropped")
        }
        if index.isCut || index.tornLines.contains(where: { $0.file == journal.lastFile }) {
            problems.append(
                "the last line was cut off while it was written, and is dropped: its action was not reduced")
        }
        if let reduced = journal.lastReducedOnPage, reduced > index.last {
            problems.append("steps \(index.last + 1) to \(reduced) were reduced and are not in the file")
        }
        return problems
    }

    // MARK: - The bundle

    private func bundle(
        of journal: Journal, _ run: UnfinishedRun, isLastStepKnown: Bool, _ problems: inout [String]
    ) -> String? {
        if journal.index.checkpoints.isEmpty, journal.index.damageCount == 0 {
            problems.append("there is no bundle: no state is on file")
            return nil
        }
        let path = run.bundle(for: destination)
        let reason = reasonNotToReplay(journal, run)
        if let reason { problems.append("the bundle is made without replay: \(reason)") }
        if isMade(path, of: journal) { return path }
        do {
            var bundle: CrashBundle?
            if reason == nil {
                if run.markReplay(session: journal.header.session) {
                    defer { run.clearReplayMark() }
                    do throws(BundleError) {
                        bundle = try CrashBundle(
                            of: journal, program: program, last: steps, limit: destination.maxBytes,
                            isLastStepKnown: isLastStepKnown)
                    } catch {
                        // Without replay it would be no smaller.
                        if case .tooLarge = error { throw error }
                        problems.append("the bundle is made without replay: \(error)")
                    }
                } else {
                    problems.append(
                        "the bundle is made without replay: the file that detects a crash in replay cannot be written")
                }
            }
            let made = try bundle ?? recorded(journal, isLastStepKnown: isLastStepKnown)
            try OwnFile.requireBundle(path)
            try OutputFile.write(made.bytes, to: path, replacing: true)
            return path
        } catch BundleError.tooLarge(_, let bytes, let limit) {
            problems.append("there is no bundle: it would take at least \(bytes) bytes, and may take \(limit)")
        } catch {
            problems.append("there is no bundle: \(error)")
        }
        return nil
    }

    private func reasonNotToReplay(_ journal: Journal, _ run: UnfinishedRun) -> String? {
        if journal.index.damageCount > 0 { return "the timeline is damaged" }
        if journal.header.version != program.version {
            return "version \(journal.header.version) was running, and this is \(program.version)"
        }
        if run.wasReplayFatal(session: journal.header.session) {
            return "the app ended while it replayed this run at an earlier launch"
        }
        return nil
    }

    private func isMade(_ path: String, of journal: Journal) -> Bool {
        guard let bundle = try? Journal(opening: [path], name: path), (try? bundle.requireSound()) != nil else {
            return false
        }
        return bundle.header.session == journal.header.session && bundle.header.bundle?.lastSeq == journal.index.last
            && bundle.bytes <= destination.maxBytes
    }

    /// A bundle that begins at a recorded state. For a damaged timeline, the longest undamaged end.
    private func recorded(_ journal: Journal, isLastStepKnown: Bool) throws(BundleError) -> CrashBundle {
        let index = journal.index
        let wanted = index.checkpoints.last(atOrBefore: index.last - min(steps, index.last))?.seq ?? index.first
        for checkpoint in index.checkpoints where checkpoint.seq >= wanted {
            let bundle = try CrashBundle(
                of: journal, last: index.last - checkpoint.seq, limit: destination.maxBytes,
                isLastStepKnown: isLastStepKnown)
            // A step that was lost to damage leaves a hole, which a reader reports as damage.
            if let made = try? Journal(bytes: bundle.bytes), made.index.damageCount == 0 { return bundle }
        }
        throw .replay(ReplayError(.unavailable(seq: index.last, file: journal.name, reason: "of damage")))
    }
}
