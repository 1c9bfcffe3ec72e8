internal import ArgumentParser
internal import TimelineKit
internal import TimelineReplay

struct DiffCommand: CallsProgram, HasResult {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Show how the state differs between two positions, or where two recordings part.",
        usage: """
            timeline diff <file> <p> <p> [<options>]
            timeline diff <file> <file> [<options>]
            """,
        discussion: """
            With --json the output is a JSON Patch (RFC 6902) that turns the first state into the second. \
            \(ProgramOption.freshHelp)

            Of two recordings of one program, it aligns the actions, shows the steps where they first part, and then the first \
            of the same steps after which the states differ. If these come before the actions part, the reducer, its version or \
            generated values changed. Without the program, only states on file are compared. Exits with 0 in either case, \
            whether or not they differ.

            \(DeterminismCheck.help)

            EXAMPLES:
              timeline diff run.jsonl 16 17
                what step 17 changed
              timeline diff run.jsonl 16 17 --fresh
                what step 17 changes in the present program
              timeline diff run.jsonl other.jsonl
                where another run parts from this one
              timeline diff run.jsonl 0 end --json
                the whole run as one patch
            """)

    @OptionGroup var journal: JournalArgument

    @Argument(help: ArgumentHelp("The first position, or another timeline.", valueName: "p"))
    var one: String

    @Argument(help: ArgumentHelp("The second position.", valueName: "p"))
    var other: String?

    @OptionGroup var json: JSONOption
    @OptionGroup var fresh: FreshOption
    @OptionGroup var program: ProgramOption

    func validate() throws {
        // `-5` was changed to `end-5`.
        let isPosition = one.hasPrefix("end-") || (try? Position(parsing: one)) != nil
        if other == nil, isPosition, !FileStatus.exists(one) {
            throw ValidationError("Name two positions, such as diff \(journal.file) \(one) end, or another timeline.")
        }
    }

    func run() throws {
        guard let other else { return try compareRecordings() }
        let journal = try fresh.isOn ? journal.open() : journal.openForSeeking()
        let first = try PositionArguments.resolve(one, in: journal)
        let second = try PositionArguments.resolve(other, in: journal)
        let states = try RequestedStates([first, second], of: journal, program, fresh: fresh.isOn)
        let check = DeterminismCheck(
            argument: self.journal, question: "how these states differ", isJSON: json.isOn
        ) { _ in try onFile(journal, first, second) }
        if let program = states.program {
            for range in states.replayedRanges { try check.require(program, journal, fresh: fresh.isOn, on: range) }
        }
        let difference = JSONDifference(from: states.values[0], to: states.values[1])
        if json.isOn {
            StandardOutput.print(difference.patch.json.description)
        } else if difference.isEmpty {
            StandardOutput.print("The states after steps \(first) and \(second) are equal.")
        } else {
            DifferenceText.lines(difference).forEach { StandardOutput.print($0) }
        }
        try states.warn()
    }

    private func onFile(_ journal: Journal, _ one: Int, _ other: Int) throws -> String? {
        let before = try journal.checkpoint(atOrBefore: min(one, other))?.seq
        guard let before, let after = try journal.checkpoint(after: max(one, other) - 1)?.seq, !fresh.isOn else {
            return nil
        }
        return
            "The states after steps \(before) and \(after) are on file: timeline diff \(Layout.argument(self.journal.file)) \(before) \(after)"
    }
}
