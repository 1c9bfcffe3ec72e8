internal import ArgumentParser
internal import TimelineDebugger
internal import TimelineKit

struct TriageCommand: CallsProgram, HasResult {
    static let configuration = CommandConfiguration(
        commandName: "triage",
        abstract: "Group many timelines by the bug that ended them.",
        usage: "timeline triage <file> ... [<options>]",
        discussion: """
            Of each timeline, the first state that breaks an invariant, or the step whose reducer traps, is found by replay, \
            and the fewest of its actions that still do so are searched for, as by `timeline minimize`, but with the values \
            that were recorded; only numbers that count actions, in the state too, become lower, and the last action stays \
            one of the same type. The types of those actions are the key of its \
            group. A group is joined to an earlier one (shorter keys come first, single actions last) if it ends in the same \
            action, or if the actions of that one, or the last of them after its own, break the same rule from its own \
            first state, too. Reducers run in copies of this process.

            --json prints a line for each timeline, in order, which depends on that timeline alone: `triage --files-from - \
            --json` is a filter, of which many can run at once. --merge takes such lines, and prints their groups; with \
            --json as lines that can be merged again, in any order and grouping.

            A timeline whose shortest run is not found within --seconds is grouped by its rule and the type of its last \
            action; one whose first state breaks the rule, by the rule alone. One that cannot be read or replayed, or where \
            damage may hide a bug, is counted, with the reason. Of a folder, bundles are left out: name these.

            Exits with 1 if a bug was found; else with 2 if a timeline could not be judged.

            EXAMPLES:
              timeline triage recordings
                the groups of the timelines in a folder, the largest first
              ls *.jsonl | timeline triage --files-from - --json > today.jsonl
                a line of JSON for each
              timeline triage --merge monday.jsonl today.jsonl
                the groups of both days
              timeline triage recordings --against ./new-timeline
                which groups another build mends
            """)

    @Argument(
        help: ArgumentHelp("A timeline, or a folder; with --merge, a file of lines.", valueName: "file"),
        completion: .file())
    var files: [String] = []

    @Option(help: ArgumentHelp("A file with more paths, one a line; - is standard input.", valueName: "file"))
    var filesFrom: String?

    @OptionGroup var rule: RuleOptions

    @Option(parsing: .unconditional, help: ArgumentHelp("The most time for a timeline, in seconds.", valueName: "n"))
    var seconds = 10

    @Flag(help: "Merge lines that --json printed.")
    var merge = false

    @Option(help: ArgumentHelp("Another NAME-timeline executable: which groups does it mend?", valueName: "program"))
    var against: String?

    @Option(help: ArgumentHelp("A folder for a Swift test of each group.", valueName: "folder"))
    var tests: String?

    @Flag(help: "Replace existing tests.")
    var force = false

    @OptionGroup var json: JSONOption
    @OptionGroup var program: ProgramOption

    func validate() throws {
        if files.isEmpty, filesFrom == nil, !merge {
            throw ValidationError("Name a timeline, a folder, or --files-from.")
        }
        if files.contains("-"), !merge || files.count > 1 {
            throw ValidationError("- is a file of lines for --merge: pass it without other files.")
        }
        if merge, filesFrom != nil { throw ValidationError("--merge reads lines, not paths: omit --files-from.") }
        if merge, against != nil { throw ValidationError("--against replays timelines: pass them without --merge.") }
        if seconds < 1 { throw ValidationError("--seconds \(seconds): give a number from 1.") }
        if json.isOn, tests != nil || against != nil {
            throw ValidationError(
                "--json prints a line for each timeline: omit \(tests == nil ? "--against" : "--tests").")
        }
        if force, tests == nil { throw ValidationError("--force requires --tests.") }
    }

    func run() throws {
        try rule.checkExpression()
        if let tests, !FileStatus.isFolder(tests) {
            throw ToolError(.cannotCreate, "--tests \(tests): this folder does not exist")
        }
        for file in files where file != "-" { try AppArgument.requireFile(file) }
        if merge { return try mergeLines() }
        if let against { _ = try ProgramSearch.executable(against: against) }
        var inputs = try VerificationInputs(files, list: filesFrom)
        if let missing = try inputs.findProgram(program) { throw missing }
        try triage(try LinkedProgram.required(), inputs)
    }

    private func triage<P: Program>(_ program: P, _ inputs: consuming VerificationInputs) throws {
        let triage = TimelineTriage(program, try rule.rules(program), seconds: seconds)
        var groups = TriageGroups()
        var findings: [TriageComparison.Finding] = []
        var bar = ProgressBar("Triaging")
        defer { bar.finish() }
        let total = inputs.count
        var count = 0
        try TriagePool(triage: triage, programName: program.name, seconds: seconds).run(&inputs) { group, place in
            count += 1
            if let total { bar.update(count, of: total) } else { bar.update(Layout.count(count, "timeline")) }
            groups.add(group)
            if against != nil, let place {
                findings.append((group, FileStatus.exists(place.name) ? place.name : place.files[0]))
            }
            if json.isOn { Self.print(group, bug: nil) }
        }
        if json.isOn { return try exit(groups) }
        let mended = try against.map {
            try TriageComparison($0, rules: rule.arguments + ["--seconds=\(seconds)"], findings)
        }
        try report(program, try groups.joined(by: triage.isSame), groups, mended)
    }

    // MARK: - Merging

    private func mergeLines() throws {
        var groups = TriageGroups()
        for file in files.isEmpty ? ["-"] : files {
            var lines = try InputLines(of: file)
            var number = 0
            while let line = try lines.next() {
                number += 1
                groups.add(try Self.group(line, file == "-" ? "standard input" : file, number))
            }
        }
        guard let name = groups.sorted.first(where: { $0.id.key != nil })?.id.program else {
            return try report(nil, groups.joined { _, _ in false }, groups, nil)
        }
        if !program.isLinked(name), !ProgramOption.hasBecome { try handOver(groups) }
        try join(try program.program(name, for: nil), groups)
    }

    private static func group(_ line: [UInt8], _ file: String, _ number: Int) throws(ToolError) -> TriageGroup {
        func fail(_ reason: String) -> ToolError {
            ToolError(.badFile, "\(file), line \(number): not a line that triage printed as JSON: \(reason)")
        }
        guard let object = (try? JSON(parsing: line))?.object else { throw fail("it is not a JSON object") }
        do throws(TriageGroup.FormatError) { return try TriageGroup(object) } catch { throw fail(error.reason) }
    }

    /// An executable that this process becomes reads the groups, in place of standard input.
    private func handOver(_ groups: TriageGroups) throws {
        guard files.isEmpty || files == ["-"] else { return }
        var spool = try Spool(named: "standard input")
        for group in groups.sorted { try spool.append(JSON.object(group.json).text + [UInt8(ascii: "\n")]) }
        try spool.finish().file.replace(0)
    }

    private func join<P: Program>(_ program: P, _ groups: TriageGroups) throws {
        let triage = TimelineTriage(program, try rule.rules(program), seconds: seconds)
        try report(program, try groups.joined(by: triage.isSame), groups, nil)
    }

    // MARK: - Results

    private func report(
        _ program: (any Program)?, _ joined: [TriageGroups.Joined], _ groups: TriageGroups, _ mended: TriageComparison?
    ) throws {
        if json.isOn {
            for (index, bug) in joined.enumerated() {
                for group in [bug.group] + bug.others { Self.print(group, bug: index + 1) }
            }
            return try exit(groups)
        }
        StandardOutput.print(TriageText.text(joined, mended: mended, options: self.program.arguments))
        if let tests { try TriageTests.write(joined, of: program, to: tests, replacing: force) }
        try exit(groups)
    }

    /// - Parameter bug: Groups with the same number are one bug.
    private static func print(_ group: TriageGroup, bug: Int?) {
        var object = group.json
        if group.id.answer.isBug { object["bug"] = bug.map { .int($0) } }
        StandardOutput.write(JSON.object(object).text + [UInt8(ascii: "\n")])
    }

    private func exit(_ groups: TriageGroups) throws {
        let rules = groups.sorted.map(\.id.answer)
        if rules.contains(where: \.isBug) { throw ToolError(.negative) }
        if rules.contains(.unknown) { throw ToolError(.cannotTell) }
    }
}
