package import ArgumentParser
internal import TimelineJSON
internal import TimelineJournal
internal import TimelineKit

package struct InfoCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Show what a timeline holds.",
        discussion: """
            Needs no program. Exits with 65 where the file is damaged, after saying where.

            EXAMPLES:
              timeline info run.jsonl
                program, time, the actions by their counts, and how the run ended
              timeline info run.jsonl --recover salvage
                what is left of it where it is damaged
              timeline info run.jsonl --json | jq .steps
                how many steps there are
            """)

    @OptionGroup var journal: JournalArgument
    @OptionGroup var json: JSONOption

    package init() {}

    package func run() throws {
        var actions = ActionCounts()
        var journal = try journal.openEvenIfDamaged { actions.take($0) }
        var lost: ClosedRange<Int>?
        if self.journal.recover.how != .salvage, let count = Self.count(beyond: journal) {
            // The run may go on, and have written them since.
            actions = ActionCounts()
            journal = try self.journal.openEvenIfDamaged { actions.take($0) }
            if count > journal.index.last { lost = journal.index.last + 1...count }
        }
        let text = InfoText(journal: journal, actions: actions, lost: lost)
        StandardOutput.print(json.isOn ? text.json.description : text.text)
        do throws(JournalError) { try journal.requireSound(self.journal.recover.how) } catch {
            throw ToolError.silent(.badFile)
        }
    }

    /// How many steps the status page counts, where they are more than are on file, and no damage took the others.
    private static func count(beyond journal: Journal) -> Int? {
        let index = journal.index
        guard index.damageCount == 0, !index.isCut, index.tornSegments.isEmpty, index.end == nil else { return nil }
        return journal.pageCount.flatMap { $0 > index.last ? $0 : nil }
    }
}
