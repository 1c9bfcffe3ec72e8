package import ArgumentParser
internal import TimelineJSON
internal import TimelineJournal

package struct InfoCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Show what a timeline holds.",
        discussion: """
            Needs no program. Exits with 65 where the file is damaged, after saying where.

            EXAMPLES:
              timeline info run.jsonl
                program, time, counts, and how the run ended
              timeline info run.jsonl --recover salvage
                what is left of it where it is damaged
              timeline info run.jsonl --json | jq .steps
                how many steps there are
            """)

    @OptionGroup var journal: JournalArgument
    @OptionGroup var json: JSONOption

    package init() {}

    package func run() throws {
        let journal = try journal.openEvenIfDamaged()
        StandardOutput.print(json.isOn ? InfoText.json(journal).description : InfoText.text(journal))
        do throws(JournalError) { try journal.requireSound(self.journal.recover.how) } catch {
            throw ToolError.silent(.badFile)
        }
    }
}
