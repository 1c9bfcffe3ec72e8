internal import ArgumentParser
internal import TimelineJSON
internal import TimelineJournal
internal import TimelineKit

struct InfoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Summarize a timeline.",
        discussion: """
            Needs no program. If the file is damaged, lists the damage and exits with 65.

            EXAMPLES:
              timeline info run.jsonl
                program, time, counts of actions, and how the run ended
              timeline info run.jsonl --recover salvage
                what a damaged timeline still holds
              timeline info run.jsonl --json | jq .steps
                the number of steps
            """)

    @OptionGroup var journal: JournalArgument
    @OptionGroup var json: JSONOption

    func run() throws {
        var journal = try journal.openEvenIfDamaged(countsActions: true)
        var lost: ClosedRange<Int>?
        if self.journal.recover.how != .salvage, let count = Self.count(beyond: journal) {
            // An app that is still running may have written them since.
            journal = try self.journal.openEvenIfDamaged(countsActions: true)
            if count > journal.index.last { lost = journal.index.last + 1...count }
        }
        let text = InfoText(journal: journal, lost: lost)
        StandardOutput.print(json.isOn ? text.json.description : text.text)
        do throws(JournalError) { try journal.requireSound(self.journal.recover.how) } catch {
            throw ToolError(.badFile)
        }
    }

    /// The number of steps in the status page, where it exceeds those on file and no damage explains the difference.
    private static func count(beyond journal: Journal) -> Int? {
        let index = journal.index
        guard index.damageCount == 0, !index.isCut, index.tornSegments.isEmpty, index.end == nil else { return nil }
        return journal.lastReducedOnPage.flatMap { $0 > index.last ? $0 : nil }
    }
}
