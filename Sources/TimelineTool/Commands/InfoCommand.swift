internal import ArgumentParser
internal import TimelineKit
internal import TimelineReplay

struct InfoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Summarize a timeline.",
        discussion: """
            Needs no program. If the file is damaged, lists the damage and exits with 65. Of a folder with several timelines, \
            such as that of a recorder, lists them, the newest first.

            EXAMPLES:
              timeline info run.jsonl
                program, time, counts of actions, and how the run ended
              timeline info run.jsonl --recover salvage
                what a damaged timeline still holds
              timeline info .
                the runs in this folder
              timeline info run.jsonl --json | jq .steps
                the number of steps
            """)

    @OptionGroup var journal: JournalArgument
    @OptionGroup var json: JSONOption

    func run() throws {
        if let runs = JournalFolder.several(in: journal.path) { return try list(runs) }
        let text = try text(of: journal)
        StandardOutput.print(json.isOn ? text.json.description : text.text)
        if !isSound(text) { throw ToolError(.badFile) }
    }

    private func list(_ runs: [String]) throws {
        var answers: [JSON] = []
        var areSound = true
        for run in runs {
            var argument = journal
            argument.path = run
            let line: String
            do {
                var text = try text(of: argument)
                text.file = run
                areSound = isSound(text) && areSound
                answers.append(text.json)
                line = text.line
            } catch {
                let message = ToolError(error).message
                areSound = false
                answers.append(.members(["file": .string(run), "error": .string(message)]))
                line = Layout.visible(message, exceptLines: true).replacing("\n", with: "\n  ")
            }
            if !json.isOn { StandardOutput.print("\(Layout.visible(run))\n  \(line)") }
        }
        if json.isOn { StandardOutput.print(JSON.members(["runs": .array(answers)]).description) }
        if !areSound { throw ToolError(.badFile) }
    }

    private func isSound(_ text: InfoText) -> Bool { (try? text.journal.requireSound(journal.recover.how)) != nil }

    private func text(of argument: JournalArgument) throws -> InfoText {
        var journal = try argument.recover.open(argument.file, countsActions: true)
        var lost: ClosedRange<Int>?
        if argument.recover.how != .salvage, let count = Self.count(beyond: journal) {
            // An app that is still running may have written them since.
            journal = try argument.recover.open(argument.file, countsActions: true)
            if count > journal.last { lost = journal.last + 1...count }
        }
        return InfoText(journal: journal, index: try journal.index, lost: lost)
    }

    /// The number of steps in the status page, where it exceeds those on file and no damage explains the difference.
    private static func count(beyond journal: Journal) -> Int? {
        guard let index = try? journal.index, index.damageCount == 0, !index.isCut, index.tornSegments.isEmpty,
            !journal.hasEnd
        else { return nil }
        return journal.lastReducedOnPage.flatMap { $0 > index.last ? $0 : nil }
    }
}
