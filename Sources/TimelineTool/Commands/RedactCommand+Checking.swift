internal import TimelineDebugger
internal import TimelineJSON
internal import TimelineJournal
internal import TimelineKit
internal import TimelineRemote

extension RedactCommand {
    func runCheck() throws {
        let paths = try hidden.read()
        var counts = (state: PathCounts(paths.state), actions: PathCounts(paths.actions))
        var answers: [RedactionCheckText] = []
        var firstError: ToolError?
        for file in files.flatMap({ JournalFolder.several(in: $0) ?? [$0] }) {
            var answer = RedactionCheckText(file == "-" ? "standard input" : file)
            do {
                let found = try check(file, paths, &answer)
                counts.state.add(found.state)
                counts.actions.add(found.actions)
            } catch {
                let error = ToolError(error)
                firstError = firstError ?? error
                // A URL that was mistaken for a file may contain a token.
                answer.error = RemoteToken.masked(in: error.message)
            }
            if !json.isOn { answer.text.map { StandardOutput.print($0) } }
            if let error = answer.error { StandardError.write("Error: \(Layout.visible(error, exceptLines: true))") }
            answers.append(answer)
        }
        if json.isOn { StandardOutput.print(RedactionCheckText.json(answers).description) }
        if firstError == nil {
            let place = answers.count == 1 ? answers[0].file : "these timelines"
            RedactionText.unmet(counts.state, counts.actions, "checked", place).forEach { RecoverOption.warn($0) }
        }
        if let firstError { throw ToolError(ExitStatus(rawValue: firstError.status) ?? .internalError) }
        if answers.contains(where: { $0.count > 0 }) { throw ToolError(.negative) }
        if answers.contains(where: { $0.uncertain > 0 }) { throw ToolError(.cannotTell) }
    }

    private func check(
        _ file: String, _ paths: (state: HiddenPaths, actions: HiddenPaths), _ answer: inout RedactionCheckText
    ) throws -> (state: PathCounts, actions: PathCounts) {
        let journal = try recover.open(file)
        if let damage = journal.index.damage.first ?? journal.index.torn {
            throw ToolError(
                .badFile,
                "damage in \(damage.file), line \(damage.line), byte \(damage.byte): it cannot be checked; "
                    + "`timeline repair FILE -o COPY` writes a valid copy to check")
        }
        let note = RedactionNote(journal.header)
        let (state, actions): (HiddenPaths, HiddenPaths)
        do throws(HiddenPathsError) {
            state = try HiddenPaths(Self.both(paths.state, note?.state))
            actions = try HiddenPaths(Self.both(paths.actions, note?.actions))
        } catch { throw ToolError(.badFile, "\(journal.name), line 1: \(error)") }
        let marks = hidden.marks || note?.marks == true
        guard !state.isEmpty || !actions.isEmpty || marks else { throw try nothingToCheck(journal, note) }
        let redactor = JournalRedactor(state: state, actions: actions, marks: marks, pseudonyms: .random())
        var summary = redactor.emptySummary
        var texts = HiddenTextSearch(takesShort: false)
        for (name, source) in journal.files {
            try redactor.copy(source, file: name, &summary) { hiddenTexts, exposed in
                // A pseudonym is at many places.
                for text in hiddenTexts where !Pseudonyms.isOne(text) { texts.add(text) }
                exposed().forEach { answer.add($0) }
            } to: { _ in
            }
        }
        if answer.count > 0 {
            for (name, source) in journal.files { try texts.search(source, file: name, hiding: redactor) }
            texts.places.forEach { answer.add($0) }
        }
        return (summary.state.first(paths.state.texts.count), summary.actions.first(paths.actions.texts.count))
    }

    /// Only the program knows the properties that it marks as redacted, so this lists the places of pseudonyms as paths to check.
    private func nothingToCheck(_ journal: Journal, _ note: RedactionNote?) throws -> ToolError {
        guard note?.marked == true else {
            return ToolError(
                .usage,
                "the header of \(journal.name) declares no hidden path: name paths with --path, --action-path or --paths"
            )
        }
        var pseudonyms = HiddenTextSearch(findsPseudonyms: true)
        for (name, source) in journal.files { try pseudonyms.search(source, file: name) }
        let options = RedactionText.options(pseudonyms.places)
        let found =
            options.isEmpty
            ? "It holds no text that looks like a pseudonym."
            : "These places hold texts that look like pseudonyms:\n  \(options)"
        return ToolError(
            .usage,
            """
            the header of \(journal.name) declares that properties which the program marks are hidden, but not their \
            paths: name the paths with --path, --action-path or --paths.
            \(found)
            """)
    }

    private static func both(_ given: HiddenPaths, _ noted: [String]?) -> [String] {
        given.texts + (noted ?? []).filter { !given.texts.contains($0) }
    }
}
