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

    func json(_ path: String, bytes: Int) -> JSON {
        func places(_ counts: [PathCount]) -> JSON {
            .array(
                counts.map {
                    .members([
                        "path": .string($0.path), "places": .int($0.places), "values": .int($0.values),
                        "truths": .int($0.truths),
                    ])
                })
        }
        return .members([
            "redacted": .string(path), "lines": .int(summary.lines), "bytes": .int(bytes),
            "state": places(summary.state), "actions": places(summary.actions), "opaque": .int(summary.opaque),
            "marks": .int(summary.marks), "marksHidden": .bool(hidesMarks), "names": .int(summary.names.count),
            "unknown": .int(summary.unknown), "torn": .bool(summary.isTorn),
            "open": .array(findings.map { $0.json("times", .int($0.times)) }),
        ])
    }

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
