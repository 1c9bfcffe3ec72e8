internal import ArgumentParser
internal import TimelineKit
internal import TimelineReplay

struct LogCommand: CallsProgram {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "List the steps of a timeline.",
        usage: "timeline log <file> ... [<options>]",
        discussion: """
            Lists the steps that satisfy all of the given conditions; only --state, --change and --touching need a program. EXPR of \
            --where is a filter expression of RFC 9535 with $ as the action, in which an enum case is a member with its \
            name; in --state, $ is the state after the step; in --change, it has the members before, action and after. \(ExpressionArguments.help) PATH is a JSONPath or a JSON \
            Pointer in the state. Exits with 1 if no step matches, and with 2 if that is unknown, or if replay disagrees \
            with a recorded state.

            ← 16 after a step means that step 16 caused it. On a terminal, actions are cut to one line, unless --full is \
            given. --follow waits for more steps until the run ends, also in a folder to which a recorder adds files. \
            \(SeveralTimelines.help)

            EXAMPLES:
              timeline log run.jsonl --from -10
                the last ten steps
              timeline log run.jsonl --where '$.searchChanged'
                the steps whose action is searchChanged
              timeline log run.jsonl --touching '$.comments.unread' --from-origin user
                the steps of the user that changed the number of unread comments
              timeline log run.jsonl --state '$.comments.unread < 0' --from 50
                the steps from step 50 on that left it below zero
              timeline log run.jsonl --tree
                each step below the step that caused it
              timeline log run.jsonl --fold
                three or more steps of one action in a row as one line
              timeline log run.jsonl --follow
                the steps so far, and more as they are recorded
              timeline log run.jsonl --json | jq .action
                the actions, from the lines of the file
            """)

    @OptionGroup var journal: JournalArgument
    @OptionGroup var several: SeveralTimelines

    @Option(help: ArgumentHelp("Only steps whose action matches.", valueName: "expr"))
    var `where`: String?

    @Option(help: ArgumentHelp("Only steps from this origin: user, effect, remote or another.", valueName: "name"))
    var fromOrigin: String?

    @Option(help: ArgumentHelp("Only steps after which the state matches.", valueName: "expr"))
    var state: String?

    @Option(help: ArgumentHelp("Only steps that match, with $.before, $.action and $.after.", valueName: "expr"))
    var change: String?

    @Option(help: ArgumentHelp("Only steps that changed the values at this path.", valueName: "path"))
    var touching: String?

    @Option(help: ArgumentHelp("Only steps whose reducer ran longer, such as 8ms, from 1ms.", valueName: "time"))
    var slower: String?

    @OptionGroup var positions: RangeOptions

    @Flag(help: "Show each step below the step that caused it.")
    var tree = false

    @Flag(help: "Show consecutive steps of one action as one line, with their number.")
    var fold = false

    @Flag(help: "Show the line of code that dispatched each action, where it was recorded.")
    var sites = false

    @Flag(help: "Wait for more steps until the run ends.")
    var follow = false

    @Flag(help: "Show whole actions on a terminal, too.")
    var full = false

    @OptionGroup var fresh: FreshOption
    @OptionGroup var json: JSONOption
    @OptionGroup var program: ProgramOption

    private var needsStates: Bool { state != nil || change != nil || touching != nil }

    func validate() throws {
        if tree, json.isOn { throw ValidationError("--tree is text: omit --json, whose lines have the member cause.") }
        for (option, isOn) in [("--json", json.isOn), ("--tree", tree), ("--follow", follow)] where fold && isOn {
            throw ValidationError("--fold is a list as text: omit \(option).")
        }
        if fresh.isOn, !needsStates { throw ValidationError("--fresh requires --state, --change or --touching.") }
        if let slower, Self.time(slower) == nil {
            throw ValidationError("--slower \(slower): give a time such as 8ms or 0.5s.")
        }
        if state != nil, change != nil { throw ValidationError("--change has $.after for the state: omit --state.") }
        guard follow else { return }
        if several.count || !several.others.isEmpty { throw ValidationError("--follow reads one timeline.") }
        for (option, isGiven) in [
            ("--state", state != nil), ("--change", change != nil), ("--touching", touching != nil),
            ("--slower", slower != nil), ("--to", positions.to != nil), ("--sites", sites), ("--tree", tree),
        ] where isGiven {
            throw ValidationError("--follow lists steps as they are recorded: omit \(option).")
        }
        if journal.recover.how != .tail {
            throw ValidationError("--follow reads a file that is being written: omit --recover.")
        }
        if journal.file == "-" { throw ValidationError("--follow requires a file or a folder, not -.") }
    }

    func run() throws {
        if several.count || !several.others.isEmpty {
            return try several.ask("log", [journal.path] + several.others, "step", json) { line in
                line.withUnsafeBufferPointer { LineOutline(beginning: $0)?.isStep == true ? 1 : 0 }
            }
        }
        var selection = StepSelection(
            condition: try `where`.map { try ExpressionArguments.condition($0) }, origin: fromOrigin)
        if follow { return try follow(selection) }
        if let expression = state ?? change { _ = try ExpressionArguments.condition(expression) }
        let path = try touching.map { try ExpressionArguments.path($0) }
        let (journal, range) = try journal.open { journal in
            // The last step is listed even if its reducer never returned.
            try positions.range(in: journal, end: journal.last, listsSteps: true)
        }
        if let time = slower.flatMap(Self.time) { selection.slow = try Self.slow(in: journal, time) }
        if needsStates {
            selection = try program.answer(for: journal, fresh: fresh.isOn) { [selection] states, _ in
                try selectSteps(states, range, touching: path, among: selection)
            }
        }
        try finish(range, selection, try list(journal, range, selection))
    }

    private static func time(_ text: String) -> Moment? {
        let isMilliseconds = text.hasSuffix("ms")
        let number = Double(text.dropLast(isMilliseconds ? 2 : text.hasSuffix("s") ? 1 : 0))
        return number.flatMap { Moment(seconds: isMilliseconds ? $0 / 1000 : $0) }
    }

    private static func slow(in journal: Journal, _ time: Moment) throws -> RangeSet<Int> {
        var (found, lines) = (RangeSet<Int>(), journal.lines())
        while let line = try lines.next() {
            if case .took(let took) = line.content, took.time > time { found.insert(took.seq, within: 0..<Int.max) }
        }
        return found
    }

    private var arguments: [String] {
        let others = [
            ("--from-origin", fromOrigin), ("--state", state), ("--change", change), ("--touching", touching),
            ("--slower", slower),
        ]
        .compactMap { name, value in value.map { "\(name) \($0)" } }
        return others.isEmpty ? [`where`].compactMap(\.self) : (`where`.map { ["--where \($0)"] } ?? []) + others
    }

    private func list(
        _ journal: Journal, _ range: ClosedRange<Int>, _ selection: StepSelection
    ) throws -> LogFilter.Matches {
        var found = LogFilter.Matches(selection)
        var roots = StepTree()
        let unreturned = journal.unreturned
        let sites = sites ? SiteText(journal) : nil
        let format = format(unreturned: unreturned, sites)
        var lines = try journal.lines(fromStep: range.lowerBound)
        if lines.wereChecked, !tree, !fold, sites == nil, json.isOn || !StandardOutput.isTerminal {
            let filter = try LogFilter(selection, in: range) { Array(format($0).utf8) + [UInt8(ascii: "\n")] }
            var ahead: ReadAhead<LogFilter.Matches>?
            while let matches = try lines.nextBlock(&ahead, { block, _ in filter.matches(in: block) }) {
                found.add(matches)
                StandardOutput.write(matches.output)
                if matches.isPastEnd { break }
                guard let error = matches.error else { continue }
                guard error is LineError else { throw error }
                try journal.check()
                throw JournalError.changed(journal.name)
            }
            return found
        }
        var run = StepRun(width: width)
        while let line = try lines.next() {
            guard let seq = LogText.step(of: line.content), seq >= range.lowerBound else { continue }
            if seq > range.upperBound { break }
            guard try found.add(line.content, selection) else { continue }
            if tree {
                // The tree is of steps, and of gaps in their place.
                guard line.content.outline.isStep else { continue }
                let cause: Int? = if case .step(let step) = line.content { step.cause } else { nil }
                roots.add(seq, cause: cause) { [width] in
                    LogText.text(line.content, width: width, unreturned: unreturned, sites, level: $0, showsCause: $1)
                }
            } else if fold {
                run.add(line, unreturned: unreturned, format).forEach { StandardOutput.print($0) }
            } else {
                StandardOutput.print(format(line))
            }
        }
        run.take(format).forEach { StandardOutput.print($0) }
        roots.visit { StandardOutput.print($0) }
        return found
    }

    private func follow(_ selection: StepSelection) throws {
        let journal = try Journal(opening: self.journal.file)
        try journal.requireSound()
        let first =
            try positions.from.map { try PositionArguments.first($0, in: journal, end: journal.last, listsSteps: true) }
            ?? journal.first
        var last = max(first, journal.last)
        var found = LogFilter.Matches(selection)
        let format = format(unreturned: nil)
        let changes = try FileChanges(of: self.journal.file)
        var follower = try journal.follower(fromStep: first)
        while true {
            while let line = try follower.next() {
                if let missed = follower.missed {
                    StandardOutput.flush()
                    StandardError.write(
                        "Warning: \(Layout.count(missed.count, "step")) missing, \(missed.lowerBound) to "
                            + "\(missed.upperBound): rotation removed them before they were read")
                }
                guard let seq = LogText.step(of: line.content), seq >= first else { continue }
                last = max(last, seq)
                if try found.add(line.content, selection) { StandardOutput.print(format(line)) }
            }
            StandardOutput.flush()
            if follower.hasEnded { break }
            changes.wait()
        }
        try finish(first...last, selection, found)
    }

    private func finish(
        _ range: ClosedRange<Int>, _ selection: StepSelection, _ matches: LogFilter.Matches
    ) throws(ToolError) {
        let ambiguous =
            selection.changes.map { $0.ambiguous + $0.steps.ranges.reduce(0) { $0 + $1.count } - matches.changes } ?? 0
        let known = selection.unknown.isEmpty ? "" : "known "
        let unseen = [("action", matches.unseen?.paths ?? []), ("\(known)state", selection.unseenPaths)]
            .filter { !$0.1.isEmpty }.map { what, paths in (what: what, paths: paths.joined(separator: " or ")) }
        for note in selection.notes { StandardError.write(note) }
        if ambiguous > 0 {
            StandardError.write("Warning: \(Layout.count(ambiguous, "change")) of the values came from unknown steps")
        }
        if matches.count == 0, !arguments.isEmpty {
            let isSure = ambiguous == 0 && known.isEmpty
            let reasons = unseen.map { "no \($0.what) there has \($0.paths)" }
            throw ToolError(
                isSure ? .negative : .cannotTell,
                "no step from \(range.lowerBound) to \(range.upperBound) \(isSure ? "matches" : "is known to match") "
                    + arguments.joined(separator: ", ")
                    + (reasons.isEmpty ? "" : ": \(reasons.joined(separator: ", and "))"))
        }
        for (what, paths) in unseen {
            StandardError.write(
                "Warning: no \(what) from step \(range.lowerBound) to \(range.upperBound) has \(paths)")
        }
    }

    private func format(unreturned: Int?, _ sites: SiteText? = nil) -> @Sendable (LocatedLine) -> String {
        if json.isOn {
            return { line in
                let text = String(decoding: line.bytes, as: UTF8.self)
                guard case .step(let step) = line.content, let site = sites?.json(step) else { return text }
                // The checksum is that of the line in the file.
                return "\(text.dropLast()),\"site\":\(site)}"
            }
        }
        return { [width] in LogText.text($0.content, width: width, unreturned: unreturned, sites) }
    }

    private var width: Int? { full || !StandardOutput.isTerminal ? nil : StandardOutput.columns }
}
