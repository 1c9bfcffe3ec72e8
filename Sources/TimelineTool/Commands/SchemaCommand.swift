internal import ArgumentParser
internal import TimelineKit
internal import TimelineReplay

struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print the JSON Schema of a timeline's lines, of what a command prints, or of a program's actions.",
        usage: "timeline schema [<command> | --actions <file> ... [--type <text>]]",
        discussion: """
            Without COMMAND, the schema (draft 2020-12) of a line of a timeline; with it, of what that command prints with \
            --json: one value or, where the description says so, each line. Members may be added in later versions, so a \
            schema does not refuse those that it does not know. With --actions, the schema of the actions in timelines: each type, \
            its members, which of them may be absent, and up to three examples, all decoded by the program.

            The commands with a schema: \(names.joined(separator: ", ")).

            EXAMPLES:
              timeline schema
                to validate each line of a timeline, or to generate types for them
              timeline schema bisect
                what `timeline bisect --json` prints
              timeline schema --actions run.jsonl --type Tapped
                how the actions look whose name has "Tapped"
            """)

    private static let names = PrintedSchema.all.compactMap(\.command)

    @Argument(
        help: ArgumentHelp("The command whose --json output to describe.", valueName: "command"),
        completion: .list(names))
    var name: String?

    @Option(
        parsing: .upToNextOption, help: ArgumentHelp("Describe the actions in these timelines.", valueName: "file"))
    var actions: [String] = []

    @Option(help: ArgumentHelp("With --actions, only those whose name has this text.", valueName: "text"))
    var type: String?

    @OptionGroup var recover: RecoverOption
    @OptionGroup var program: ProgramOption

    func validate() throws {
        if type != nil, actions.isEmpty { throw ValidationError("--type requires --actions.") }
        if let name, !actions.isEmpty {
            throw ValidationError("Unexpected argument '\(name)': --actions has the files.")
        }
    }

    func run() throws {
        if !actions.isEmpty { return try printActions() }
        guard let schema = PrintedSchema.all.first(where: { $0.command == name }) else {
            let list = Layout.list(Self.names, "and")
            throw ToolError(.usage, "\"\(name ?? "")\" has no schema. The commands that print JSON are \(list).")
        }
        StandardOutput.print(schema.document.prettyText)
    }

    private func printActions() throws {
        let journals = try actions.map { try recover.open($0) }
        let name = journals[0].header.program
        if let other = journals.first(where: { $0.header.program != name }) {
            throw ToolError(
                .usage, "\(other.name) was recorded by the program \"\(other.header.program)\": expected \"\(name)\"")
        }
        let program = try program.program(name, for: journals[0].name)
        var schema = ActionSchema(program)
        for journal in journals { try schema.add(journal, program, types: type) }
        StandardOutput.print(schema.text)
    }
}
