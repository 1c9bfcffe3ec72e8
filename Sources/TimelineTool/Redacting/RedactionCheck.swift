internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

/// Whether one timeline still has values at paths that are to be hidden. It names places, never values.
struct RedactionCheck {
    let file: String
    var error: String?
    private(set) var count = 0
    private(set) var uncertain = 0
    private var findings: [RedactionFinding] = []

    private static let kept = 1000

    init(_ file: String) { self.file = file }

    private mutating func add(_ finding: RedactionFinding) {
        if finding.kind == .uncertain { uncertain += 1 } else { count += 1 }
        if findings.count < Self.kept { findings.append(finding) }
    }

    mutating func run(
        on journal: Journal, _ paths: (state: HiddenPaths, actions: HiddenPaths), marks: Bool
    ) throws -> JournalRedactor.Summary {
        if let damage = try journal.index.damage.first ?? journal.index.torn {
            throw ToolError(
                .badFile,
                "damage in \(damage.file), line \(damage.line), byte \(damage.byte): it cannot be checked; "
                    + "`timeline repair FILE -o COPY` writes a valid copy to check")
        }
        let note = RedactionNote(journal.header)
        let given = RedactionNote(
            marked: false, state: paths.state.texts, actions: paths.actions.texts, marks: marks)
        let all = note.map(given.adding) ?? given
        let redactor = try ToolError.mapping(
            try JournalRedactor(
                state: HiddenPaths(all.state), actions: HiddenPaths(all.actions), marks: all.marks,
                pseudonyms: .random()),
            "\(journal.name), line 1: ", as: .badFile)
        if all.state.isEmpty, all.actions.isEmpty, !all.marks { throw try nothingToCheck(journal, note) }
        var summary = redactor.emptySummary
        var texts = HiddenTextSearch(takesShort: false)
        for (name, source) in journal.files {
            try redactor.copy(source, file: name, &summary) { hiddenTexts, exposed in
                // A pseudonym is at many places.
                for text in hiddenTexts where !Pseudonyms.looksLikeOne(text) { texts.add(text) }
                exposed().forEach { add($0) }
            } to: { _ in
            }
        }
        if count > 0 {
            for (name, source) in journal.files { try texts.search(source, file: name, hiding: redactor) }
            texts.places.forEach { add($0) }
        }
        return summary
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
        let options = RedactionFinding.options(pseudonyms.places)
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

    // MARK: - Text and JSON

    var text: String? {
        if findings.isEmpty {
            return error == nil ? Layout.visible("\(file): all values at the checked paths are hidden") : nil
        }
        var rows = findings.prefix(RedactionFinding.shown).map { Layout.visible($0.description) }
        let more = count + uncertain - RedactionFinding.shown
        if more > 0 { rows.append("and \(Layout.count(more, "more place")) in \(file)") }
        return rows.joined(separator: "\n")
    }

    static let fields: Fields<[Self]> = """
        hidden\({ $0.allSatisfy { $0.findings.isEmpty && $0.error == nil } }): flag // Whether all files could be checked, and all values at the paths are hidden.
        files\({ $0 }, """
            file\({ $0.file }): text
            exposed\({ $0.count }): count // The number of places that are not hidden.
            uncertain?\({ $0.uncertain }): count // The number of places that look hidden, and that the header does not name; absent if 0.
            places\({ $0.findings }, """
                \(of: { $0 }, RedactionFinding.fields)
                elsewhere?\({ $0.kind == .elsewhere }): true // A text that is to be hidden at another place occurs here.
                """) // The first 1,000 of both.
            fault?\({ $0.error }): text // Why the rest of the file could not be checked.
            """)
        """
}
