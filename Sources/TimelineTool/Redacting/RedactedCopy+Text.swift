internal import TimelineDebugger
internal import TimelineKit

/// The report as text and as JSON. It never contains a value.
extension RedactedCopy {
    func warnings(of file: String) -> [String] {
        let limit = RedactionFinding.shown
        var warnings = RedactionFinding.unmet(summary.state.unmet, summary.actions.unmet, "hidden", file)
        for place in findings.prefix(limit) {
            let times = place.times == 1 ? "" : ", and in \(Layout.count(place.times - 1, "more place")) like it"
            warnings.append(
                "a text that is hidden elsewhere is not hidden here: \(place.file), line \(place.line), "
                    + "\(place.place)\(times)\(place.remedy)")
        }
        if findings.count > limit { warnings.append("the same applies to \(findings.count - limit) more paths") }
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

    func text(_ path: String) -> String {
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

    static let fields: Fields<(copy: Self, path: String)> = """
        redacted\({ $0.path }): text // The path of the copy.
        lines\({ $0.copy.summary.lines }): count // The number of its lines.
        bytes\({ $0.copy.bytes }): count // Its size.
        state\({ $0.copy.summary.state }): hiddenPaths // The paths that were hidden in states.
        actions\({ $0.copy.summary.actions }): hiddenPaths // The paths that were hidden in actions.
        opaque\({ $0.copy.summary.opaque }): count // The number of opaque actions, whose descriptions are hidden.
        marks\({ $0.copy.summary.marks }): count
        marksHidden\({ $0.copy.hidesMarks }): flag // Whether the names of marks are hidden.
        names\({ $0.copy.summary.names.count }): count // The number of names of the app's own in `from` and `by`, which are kept.
        unknown\({ $0.copy.summary.unknown }): count // The number of lines of unknown kinds, which are left out.
        torn\({ $0.copy.summary.isTorn }): flag // Whether the last line was incomplete, and left out.
        open\({ $0.copy.findings }, """
            \(of: { $0 }, RedactionFinding.fields)
            times\({ $0.times }): count // The number of places like it.
            """) // Places where a text that is hidden elsewhere is not hidden.
        """
}

extension PathCount: Answer {
    static let fields: Fields<Self> = """
        path\({ $0.path }): text // As it was given.
        places\({ $0.places }): count // The number of places that it selects.
        values\({ $0.values }): count // The number of values that were hidden there.
        truths\({ $0.truths }): count // The number of Booleans there, which are kept.
        """
}
