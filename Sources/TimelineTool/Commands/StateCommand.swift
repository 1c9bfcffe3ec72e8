package import ArgumentParser
internal import TimelineJSON
internal import TimelineJournal
internal import TimelineKit

package struct StateCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "state",
        abstract: "Print the state at a position.",
        discussion: """
            Where the state is on file, as a snapshot, no program is needed; elsewhere the program makes it by replay.

            EXAMPLES:
              timeline state run.jsonl 17
                the state after step 17
              timeline state run.jsonl end --json | jq .comments.unread
                a part of the last state
            """)

    @OptionGroup var journal: JournalArgument

    @Argument(help: ArgumentHelp("The position: 17, end, -5, @12.5s or %name.", valueName: "p"))
    var position: String = "end"

    @Flag(name: .customLong("json"), help: "Print it on one line.")
    var isCompact = false

    @OptionGroup var program: ProgramOption

    package init() {}

    package func run() throws {
        let journal = try journal.open()
        var states = States(journal, program)
        let state = try states.state(at: PositionArguments.resolve(position, in: journal))
        StandardOutput.print(isCompact ? state.description : state.prettyText)
    }
}
