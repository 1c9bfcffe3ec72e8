package import ArgumentParser
internal import TimelineJSON
internal import TimelineJournal
internal import TimelineQuerying

package struct DiffCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Show how the state differs between two positions.",
        usage: """
            timeline diff <file> <p> <p> [--fresh] [--json] [--program <path>]
                          [--recover <how>]
            """,
        discussion: """
            With --json the answer is a JSON Patch (RFC 6902) that turns the first state into the second.

            With --fresh the program makes both states as it is now, by reducing all actions from the first position on; \
            recorded snapshots are not used. What that could not reduce is listed on standard error.

            EXAMPLES:
              timeline diff run.jsonl 16 17
                what step 17 changed
              timeline diff run.jsonl 16 17 --fresh
                what the changed program does in step 17
              timeline diff run.jsonl 0 end --json
                the whole run as one patch
            """)

    @OptionGroup var journal: JournalArgument

    @Argument(help: ArgumentHelp("The first position.", valueName: "p"))
    var one: String

    @Argument(help: ArgumentHelp("The second position.", valueName: "p"))
    var other: String

    @OptionGroup var json: JSONOption
    @OptionGroup var fresh: FreshOption
    @OptionGroup var program: ProgramOption

    package init() {}

    package func run() throws {
        let journal = try fresh.isOn ? journal.open() : journal.openForLooking()
        let places = (
            try PositionArguments.resolve(one, in: journal), try PositionArguments.resolve(other, in: journal)
        )
        var states = States(journal, program, fresh: fresh.isOn)
        let (before, after) = try states.states(at: places.0, places.1)
        let patch = JSONPatch.difference(from: before, to: after, legible: true)
        if json.isOn {
            StandardOutput.print(patch.json.description)
        } else if patch.isEmpty {
            StandardOutput.print("The states after steps \(places.0) and \(places.1) are equal.")
        } else {
            DifferenceText.lines(patch, from: before).forEach { StandardOutput.print($0) }
        }
        states.notes.forEach { StandardError.write($0) }
        StandardOutput.flush()
        try states.warn()
    }
}
