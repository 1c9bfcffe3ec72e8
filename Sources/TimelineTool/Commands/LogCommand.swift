internal import ArgumentParser
internal import Synchronization
internal import TimelineJSON
internal import TimelineJournal
internal import TimelineQuerying

struct LogCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "List the steps of a timeline.",
        usage: """
            timeline log <file> [--where <expr>] [--from <p>] [--to <p>] [--full]
                         [--json] [--recover <how>]
            """,
        discussion: """
            Needs no program. EXPR is a filter expression of RFC 9535 with $ as the action, in which an enum case is a \
            member with its name. \(ExpressionArguments.help) Exits with 1 if no step matches.

            ← 16 after a step means that step 16 caused it. On a terminal, actions are cut to one line, unless --full is \
            given.

            EXAMPLES:
              timeline log run.jsonl --from -10
                the last ten steps
              timeline log run.jsonl --where '$.searchChanged'
                the steps whose action is searchChanged
              timeline log run.jsonl --json | jq .action
                the actions, from the lines of the file
            """)

    @OptionGroup var journal: JournalArgument

    @Option(help: ArgumentHelp("Only steps whose action matches.", valueName: "expr"))
    var `where`: String?

    @Option(help: ArgumentHelp("The first position.", valueName: "p"))
    var from: String?

    @Option(help: ArgumentHelp("The last position.", valueName: "p"))
    var to: String?

    @Flag(help: "Show whole actions on a terminal, too.")
    var full = false

    @OptionGroup var json: JSONOption

    func run() throws {
        StandardOutput.exitsOnClosedPipe.store(true, ordering: .relaxed)
        let condition = try `where`.map { try ExpressionArguments.condition($0) }
        let (journal, range) = try journal.open { journal in
            // The last step is listed even if its reducer never returned.
            try PositionArguments.range(from: from, to: to, in: journal, end: journal.last)
        }
        let format = formatter(of: journal)
        let filter = try LogFilter(condition, in: range) { Array(format($0).utf8) + [UInt8(ascii: "\n")] }
        var unseen = condition.map { UnseenPaths($0) }
        var found = 0
        var lines = try journal.lines(fromStep: range.lowerBound)
        if lines.wereChecked, json.isOn || !StandardOutput.isTerminal {
            var ahead: ReadAhead<LogFilter.Matches>?
            while let chunk = lines.nextChunk(&ahead, { filter.matches(in: $0) }) {
                if let error = chunk.error { throw JournalError.unreadableWithin(error) }
                guard let matches = chunk.parsed else { continue }
                found += matches.count
                StandardOutput.write(matches.output)
                if let other = matches.unseen { unseen?.add(other) }
                if matches.isPastEnd { break }
                guard let error = matches.error else { continue }
                guard error is LineError else { throw error }
                try journal.check()
                throw JournalError.changed(journal.name)
            }
            return try finish(found, unseen, range)
        }
        while let line = try lines.next() {
            guard let seq = LogFilter.step(of: line.content), seq >= range.lowerBound else { continue }
            if seq > range.upperBound { break }
            guard try filter.isSelected(line.content, &unseen) else { continue }
            found += 1
            if json.isOn {
                StandardOutput.write(line.bytes + [UInt8(ascii: "\n")])
            } else {
                StandardOutput.print(format(line))
            }
        }
        try finish(found, unseen, range)
    }

    /// Reports what was not found.
    private func finish(_ found: Int, _ unseen: UnseenPaths?, _ range: ClosedRange<Int>) throws {
        let (first, last) = (range.lowerBound, range.upperBound)
        let missing = unseen.flatMap { $0.count == 0 || $0.paths.isEmpty ? nil : $0.paths.joined(separator: " or ") }
        if found == 0, let `where` {
            let reason = missing.map { ": no action there has \($0)" } ?? ""
            throw ToolError(.negative, "no step from \(first) to \(last) matches \(`where`)\(reason)")
        }
        if let missing { StandardError.write("Warning: no action from step \(first) to \(last) has \(missing)") }
    }

    /// Returns the text of a line, without a line break at its end.
    private func formatter(of journal: any ReplayableJournal) -> @Sendable (LocatedLine) -> String {
        if json.isOn { return { String(decoding: $0.bytes, as: UTF8.self) } }
        let unreturned = journal.unreturned
        let width = full || !StandardOutput.isTerminal ? nil : StandardOutput.columns
        return { line in
            switch line.content {
            case .step(let step):
                StepText.line(step, width: width, showsCause: true)
                    + (step.seq == unreturned ? "\n" + Self.unreturned : "")
            case .generated(let value):
                StepText.line(value.seq, value.at, "generated \(value.name) \(value.value.value)")
            case .mark(let mark): StepText.line(mark.seq, mark.at, "mark %\(mark.name)")
            case .gap(let gap):
                StepText.line(gap.seq, gap.at, "steps \(gap.seq) to \(gap.through) are missing: \(gap.why)")
            default: ""
            }
        }
    }

    private static let unreturned =
        String(repeating: " ", count: 29) + Style.bad("its reducer never returned")
}
