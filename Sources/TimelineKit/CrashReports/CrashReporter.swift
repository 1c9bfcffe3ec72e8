internal import TimelineJSON
internal import TimelineJournal
internal import TimelineSystem

struct CrashReporter {
    let program: String
    let maxBytes: Int
    let steps: Int
    let endedBetweenSteps: Bool

    /// Returns nil if the run was reported, ended cleanly or in another way than asked for, or is another program's.
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
        guard header.program == program, journal.index.end == nil else { return nil }
        let isReduced = try? journal.isLastReduced()
        let made = made(at: run.bundle, of: journal)
        let signal = header.bundle?.signal ?? made?.header.bundle?.signal
        guard endedBetweenSteps || isReduced != true || signal != nil else { return nil }
        var problems = problems(of: journal)
        let isMade = made.map { $0.bytes <= maxBytes } ?? false
        let bundle =
            isMade
            ? run.bundle : bundle(of: journal, run, isLastStepKnown: isReduced != nil, &problems)
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
        do {
            let made = try recorded(journal, isLastStepKnown: isLastStepKnown)
            try OwnFile.requireBundle(run.bundle)
            try OutputFile.write(made.bytes, to: run.bundle, replacing: true)
            return run.bundle
        } catch BundleError.tooLarge(_, let bytes, let limit) {
            problems.append("there is no bundle: it would take at least \(bytes) bytes, and may take \(limit)")
        } catch {
            problems.append("there is no bundle: \(error)")
        }
        return nil
    }

    /// The bundle of an earlier launch, or of `timeline record`.
    private func made(at path: String, of journal: Journal) -> Journal? {
        guard let bundle = try? Journal(opening: [path], name: path), (try? bundle.requireSound()) != nil,
            bundle.header.session == journal.header.session, bundle.header.bundle?.lastSeq == journal.index.last
        else { return nil }
        return bundle
    }

    /// A bundle that begins at a recorded state. For a damaged timeline, the longest undamaged end.
    private func recorded(_ journal: Journal, isLastStepKnown: Bool) throws(BundleError) -> CrashBundle {
        let index = journal.index
        let wanted = index.checkpoints.last(atOrBefore: index.last - min(steps, index.last))?.seq ?? index.first
        for checkpoint in index.checkpoints where checkpoint.seq >= wanted {
            let bundle = try CrashBundle(
                of: journal, last: index.last - checkpoint.seq, limit: maxBytes,
                isLastStepKnown: isLastStepKnown)
            // A step that was lost to damage leaves a hole, which a reader reports as damage.
            if let made = try? Journal(bytes: bundle.bytes), made.index.damageCount == 0 { return bundle }
        }
        throw .replay(ReplayError(.unavailable(seq: index.last, file: journal.name, reason: "of damage")))
    }
}
