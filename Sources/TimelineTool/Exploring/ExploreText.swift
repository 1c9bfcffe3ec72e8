internal import TimelineDebugger
internal import TimelineKit

struct ExploreText: Answer {
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

    static let fields: Fields<Self> = """
        findings\({ text in text.search.bugs.map { text.json($0) } }): [finding]
        timelines\({ $0.inputs.used }): count // How many were used.
        of\({ $0.inputs.total }): count // How many were named.
        seed\({ JSON.number(JSONNumber($0.seed)) }): count
        steps\({ $0.search.stats.steps }): count // The number of actions that were reduced.
        runs\({ $0.search.stats.runs }): count // The number of runs that were made.
        types\({ text in text.search.stats.types.map { text.types[$0] } }): texts // The types of actions that were reduced.
        typesOf\({ $0.types.count }): count // The number of types of actions in the timelines.
        invariants\({ $0.invariants ?? [] }): texts // The invariants that were checked; empty where one rule was asked for.
        states\({ $0.search.stats.states }): count // The number of states that differ in booleans, enumerations, counts or small numbers.
        operators\({ $0.search.stats.operators }): object + {"additionalProperties": {"$ref": "#/$defs/count"}} // How often each operator was used.
        notes?\({ $0.search.notes }): texts // What could not be told, or was left out.
        interrupted?\({ $0.search.isInterrupted }): true // Control-C ended the search.
        """

    private func json(_ bug: Range<Int>) -> JSON { Self.finding.json((self, bug, search.findings[bug.lowerBound])) }

    static let finding: Fields<(text: Self, bug: Range<Int>, found: ExploreFinding)> = """
        rule\({ $0.text.rule($0.found.key.rule) }): "notDeterministic" | "coding" | {invariant?: text, bad?: text, badChange?: text, signal?: text} + {"minProperties": 1}
        label\({ $0.found.kind.rawValue }): "possible" | "conditional" | "synthetic" // What shows that the app can do this run: all of it was recorded in such states, or only but for the conditions, or not.
        conditions?\({ $0.found.kind == .conditional ? $0.text.conditions($0.found) : [] }, """
            step\({ $0.step }): count // The first step that has it.
            if\({ $0.text }): text // What the app must be able to do, and how often it was otherwise.
            """) // The circumstances of steps that no recording has.
        key\({ $0.found.key.types }): texts // The types of the actions of the shortest run, as far as their order matters: the same for the same bug.
        steps\({ $0.found.steps.map(\.step) }): [step] // The shortest run.
        sources\({ root in root.found.sources.map { (file: root.text.inputs.names[$0.recording], step: $0.seq) } }, """
            file\({ $0.file }): text // The timeline.
            step\({ $0.step }): count // The number of the step in it.
            """) // Where each step was recorded.
        minimal\({ $0.found.isMinimal }): flag // Whether no step can be left out.
        file?\({ root in root.text.folder.map { "\($0.path)/\($0.names[root.bug.lowerBound])" } }): text // With -o, its timeline.
        command?\({ $0.text.command($0.bug.lowerBound) }): text // With -o, the command that goes on with it.
        also?\({ root in root.bug.dropFirst().map { root.text.json($0..<$0 + 1) } }): [finding] // Other runs that break the same rule.
        """

    private func rule(_ rule: Rule) -> JSON {
        switch rule {
        case .invariant(let name): .members(["invariant": .string(name)])
        case .condition(let text): .members(["bad": .string(text)])
        case .change(let text): .members(["badChange": .string(text)])
        case .crash(let signal): .members(["signal": .string(signal)])
        case .response(let question): .members(["expect": .string(question.expect)])
        case .notDeterministic: "notDeterministic"
        case .coding: "coding"
        }
    }
}
