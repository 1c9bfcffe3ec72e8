internal import TimelineDebugger
internal import TimelineKit

struct ExploreText {
    /// Circumstances of a bug.
    private static let shown = 3

    let search: ExploreSearch
    let inputs: ExploreInputs
    let types: [String]
    /// Whether the program says which actions the app offers.
    let isChecked: Bool
    /// Those that were checked; nil where one rule alone was asked for.
    let invariants: [String]?
    let folder: (path: String, names: [String])?
    let seed: UInt64
    /// The `--program` of the command line.
    let options: [String]

    var text: String {
        var lines: [String] = []
        if search.bugs.isEmpty {
            let isWhole = search.notes.isEmpty && !search.isInterrupted
            lines.append(isWhole ? "No bug found." : "No bug found, but not all was searched: see below.")
        } else {
            let kinds = counts(search.bugs.map(\.lowerBound), of: search.bugs.count)
            lines.append(Style.bold("\(Layout.count(search.bugs.count, "bug")): \(kinds)."))
            if !isChecked { lines.append("The program has no isPossible, so only recordings tell when users act.") }
        }
        for bug in search.bugs {
            let (index, finding) = (bug.lowerBound, search.findings[bug.lowerBound])
            lines.append("")
            lines.append("\(finding.kind): \(Layout.visible("\(finding.key.rule)"))")
            lines += zip(finding.steps, finding.sources).map { step, source in
                let place = "\(inputs.names[source.recording]) \(source.seq)"
                return "\(StepText.line(step.step, showsCause: true))  \(Layout.visible(place))"
            }
            let conditions = conditions(finding)
            lines += conditions.prefix(Self.shown).map { "  possible if \(Layout.visible($0.text))" }
            if conditions.count > Self.shown {
                lines.append("  and if \(conditions.count - Self.shown) more: see --json")
            }
            if !finding.isMinimal { lines.append("Fewer steps may be enough.") }
            if let command = command(index) { lines.append("  \(command)") }
            if bug.count > 1 {
                lines.append("  also other runs: \(counts(Array(bug.dropFirst()), of: nil)): see -o and --json")
            }
        }
        lines.append("")
        lines += covered
        lines += search.notes.map { Layout.visible($0) }
        if search.isInterrupted { lines.append("Interrupted: more may be found.") }
        if let folder { lines.append("Saved in \(Layout.visible(folder.path))") }
        return lines.joined(separator: "\n")
    }

    /// `2 possible, 1 synthetic`; `possible` where all are.
    private func counts(_ indexes: [Int], of whole: Int?) -> String {
        [ExploreFinding.Kind.possible, .conditional, .synthetic].compactMap { kind in
            let count = indexes.count { search.findings[$0].kind == kind }
            return count == 0 ? nil : count == whole ? kind.rawValue : "\(count) \(kind)"
        }.joined(separator: ", ")
    }

    private var covered: [String] {
        let timelines =
            Layout.count(inputs.used, "timeline")
            + (inputs.used < inputs.total ? " of \(Layout.grouped(inputs.total))" : "")
        let operators = ExploreOperator.allCases.compactMap { one in
            search.stats.operators[one.rawValue].map { "\(one.rawValue) \(Layout.grouped($0))" }
        }
        let missing = types.indices.filter { !search.stats.types.contains($0) }.map { types[$0] }
        var lines = [
            """
            Covered, from \(timelines): \(Layout.count(search.stats.steps, "step")) in \(Layout.count(search.stats.runs, "run")), \
            \(search.stats.types.count) of \(Layout.count(types.count, "recorded type")) of actions, \
            \(Layout.count(search.stats.states, "distinct state")).
            """
        ]
        if let names = invariants?.map({ "\"\(Layout.visible($0))\"" }) {
            let list = Layout.list(names, "and")
            let rest = names.isEmpty ? "; the program has no invariants" : ", and the invariants \(list)"
            lines.append("Checked: crashes, determinism, coding\(rest).")
        }
        if !operators.isEmpty { lines.append("Operators: \(operators.joined(separator: ", ")).") }
        if !missing.isEmpty {
            lines.append("Never reduced: \(missing.map { Layout.visible($0) }.joined(separator: ", ")).")
        }
        return lines
    }

    /// Each circumstance once, at its first step.
    private func conditions(_ finding: ExploreFinding) -> [(step: Int, text: String)] {
        guard let learned = finding.learned else { return [] }
        var told: Set<RunCondition> = []
        return finding.label.conditions.filter { told.insert($0.condition).inserted }.map {
            (finding.steps[$0.step].step.seq, learned.text(of: $0.condition))
        }
    }

    /// What goes on with the timeline of a bug.
    private func command(_ index: Int) -> String? {
        guard let folder else { return nil }
        let file = "\(folder.path)/\(folder.names[index])"
        let rule = search.findings[index].key.rule.testArguments
        let words = rule.isEmpty ? ["verify", file] : ["test", file] + rule
        return (["timeline"] + words + options).map { Layout.argument($0) }.joined(separator: " ")
    }

    var json: JSON {
        let findings = search.bugs.map { bug in
            finding(bug.lowerBound, also: bug.count == 1 ? nil : .array(bug.dropFirst().map { finding($0) }))
        }
        return .members([
            "findings": .array(findings), "timelines": .int(inputs.used), "of": .int(inputs.total),
            "seed": .number(JSONNumber(seed)), "steps": .int(search.stats.steps), "runs": .int(search.stats.runs),
            "types": .array(search.stats.types.map { .string(types[$0]) }), "typesOf": .int(types.count),
            "invariants": .array((invariants ?? []).map { .string($0) }),
            "states": .int(search.stats.states),
            "operators": .object(
                JSONObject(
                    search.stats.operators.sorted { $0.key < $1.key }.map { .init(key: $0.key, value: .int($0.value)) })
            ),
            "notes": search.notes.isEmpty ? nil : .array(search.notes.map { .string($0) }),
            "interrupted": search.isInterrupted ? .bool(true) : nil,
        ])
    }

    private func finding(_ index: Int, also: JSON? = nil) -> JSON {
        let finding = search.findings[index]
        return .members([
            "rule": rule(finding.key.rule),
            "label": .string(finding.kind.rawValue),
            "conditions": finding.kind != .conditional
                ? nil
                : .array(conditions(finding).map { .members(["step": .int($0.step), "if": .string($0.text)]) }),
            "key": .array(finding.key.types.map { .string($0) }),
            "steps": .array(finding.steps.map { .object(StepText.json($0.step)) }),
            "sources": .array(
                finding.sources.map {
                    .members(["file": .string(inputs.names[$0.recording]), "step": .int($0.seq)])
                }), "minimal": .bool(finding.isMinimal),
            "file": folder.map { .string("\($0.path)/\($0.names[index])") },
            "command": command(index).map { .string($0) }, "also": also,
        ])
    }

    private func rule(_ rule: Rule) -> JSON {
        switch rule {
        case .invariant(let name): .members(["invariant": .string(name)])
        case .condition(let text): .members(["bad": .string(text)])
        case .change(let text): .members(["badChange": .string(text)])
        case .crash(let signal): .members(["signal": .string(signal)])
        case .notDeterministic: "notDeterministic"
        case .coding: "coding"
        }
    }
}
