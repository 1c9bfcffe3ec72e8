internal import ArgumentParser
internal import TimelineKit

struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print the JSON Schema of a timeline's lines, or of what a command prints.",
        discussion: """
            Without COMMAND, the schema (draft 2020-12) of a line of a timeline; with it, of what that command prints with \
            --json: one value or, where the description says so, each line. Members may be added in later versions, so a \
            schema does not refuse those that it does not know.

            The commands with a schema: \(names.joined(separator: ", ")).

            EXAMPLES:
              timeline schema
                to validate each line of a timeline, or to generate types for them
              timeline schema bisect
                what `timeline bisect --json` prints
            """)

    private static let names = PrintedSchema.all.compactMap(\.command)

    @Argument(
        help: ArgumentHelp("The command whose --json output to describe.", valueName: "command"),
        completion: .list(names))
    var name: String?

    func run() throws {
        guard let schema = PrintedSchema.all.first(where: { $0.command == name }) else {
            let list = Layout.list(Self.names, "and")
            throw ToolError(.usage, "\"\(name ?? "")\" has no schema. The commands that print JSON are \(list).")
        }
        StandardOutput.print(schema.document.prettyText)
    }
}
