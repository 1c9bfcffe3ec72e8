internal import TimelineDebugger
internal import TimelineKit

/// The report of a redacted copy, as text and as JSON. It never contains a value.
struct RedactionText {
    let summary: JournalRedactor.Summary
    let hidesMarks: Bool
    let findings: [RedactionFinding]
    private static let limit = 20

    func warnings(of file: String) -> [String] {
        var warnings = Self.unmet(summary.state.unmet, summary.actions.unmet, "hidden", file)
        for place in findings.prefix(Self.limit) {
            let times = place.times == 1 ? "" : ", and in \(Layout.count(place.times - 1, "more place")) like it"
            warnings.append(
                "a text that is hidden elsewhere is not hidden here: \(place.file), line \(place.line), "
                    + "\(place.place)\(times)\(Self.remedy(place))")
        }
        if findings.count > Self.limit {
            warnings.append("the same applies to \(findings.count - Self.limit) more paths")
        }
        if summary.marks > 0, !hidesMarks {
            let names = summary.marks == 1 ? "the name of 1 mark is" : "the names of \(summary.marks) marks are"
            warnings.append("\(names) not hidden; --marks hides \(summary.marks == 1 ? "it" : "them")")
        }
        if summary.unknown > 0 {
            warnings.append(
                "\(Layout.linesOfUnknownKinds(summary.unknown)) left out, because such a line may hold anything")
        }
        return warnings
    }

    static func unmet(_ state: [String], _ actions: [String], _ what: String, _ file: String) -> [String] {
        func warnings(_ paths: [String], _ part: String) -> [String] {
            paths.map { "nothing is \(what) at \($0): it selects nothing in the \(part) of \(file)" }
        }
        return warnings(state, "states") + warnings(actions, "actions")
    }

    func text(_ path: String, bytes: Int) -> String {
        var rows = ["\(path): \(Layout.count(summary.lines, "line")), \(Layout.count(bytes, "byte"))"]
        for (counts, part) in [(summary.state, "states"), (summary.actions, "actions")] {
            for count in counts where count.places > 0 {
                let kept = count.truths > 0 ? "; \(Layout.count(count.truths, "Boolean")) kept" : ""
                rows.append("hidden   \(count.path) in \(part): \(Layout.count(count.values, "value"))\(kept)")
            }
        }
        if summary.opaque > 0 { rows.append("hidden   \(Layout.count(summary.opaque, "opaque action"))") }
        if summary.marks > 0, hidesMarks { rows.append("hidden   the names of \(Layout.count(summary.marks, "mark"))") }
        if !summary.names.isEmpty {
            rows.append("kept     \(Layout.count(summary.names.count, "name")) of the app's own in \"from\" and \"by\"")
        }
        return rows.map { Layout.visible($0) }.joined(separator: "\n")
    }

    static let fields: Fields<(text: Self, path: String, bytes: Int)> = """
        redacted\({ $0.path }): text // The path of the copy.
        lines\({ $0.text.summary.lines }): count // The number of its lines.
        bytes\({ $0.bytes }): count // Its size.
        state\({ $0.text.summary.state }): hiddenPaths // The paths that were hidden in states.
        actions\({ $0.text.summary.actions }): hiddenPaths // The paths that were hidden in actions.
        opaque\({ $0.text.summary.opaque }): count // The number of opaque actions, whose descriptions are hidden.
        marks\({ $0.text.summary.marks }): count
        marksHidden\({ $0.text.hidesMarks }): flag // Whether the names of marks are hidden.
        names\({ $0.text.summary.names.count }): count // The number of names of the app's own in `from` and `by`, which are kept.
        unknown\({ $0.text.summary.unknown }): count // The number of lines of unknown kinds, which are left out.
        torn\({ $0.text.summary.isTorn }): flag // Whether the last line was incomplete, and left out.
        open\({ $0.text.findings }, """
            \(of: { $0 }, RedactionFinding.fields)
            times\({ $0.times }): count // The number of places like it.
            """) // Places where a text that is hidden elsewhere is not hidden.
        """

    private static func remedy(_ place: RedactionFinding) -> String {
        switch place.part {
        case .state: "; --path \(quoted(place.path)) hides it"
        case .action: place.path == "$" ? "" : "; --action-path \(quoted(place.path)) hides it"
        case .mark: "; --marks hides it"
        case .from, .by, .gap, .line: ""
        }
    }

    static func options(_ places: [RedactionFinding]) -> String {
        let options =
            places.filter { $0.part == .state }.map { "--path \(quoted($0.path))" }
            + places.filter { $0.part == .action }.map { "--action-path \(quoted($0.path))" }
        let more = options.count > limit ? ", and \(Layout.count(options.count - limit, "more place"))" : ""
        return options.prefix(limit).joined(separator: " ") + more
    }

    private static func quoted(_ path: String) -> String { "'\(path.replacing("'", with: #"'\''"#))'" }
}

extension PathCount: Answer {
    static let fields: Fields<Self> = """
        path\({ $0.path }): text // As it was given.
        places\({ $0.places }): count // The number of places that it selects.
        values\({ $0.values }): count // The number of values that were hidden there.
        truths\({ $0.truths }): count // The number of Booleans there, which are kept.
        """
}
