internal import ArgumentParser
internal import TimelineJournal
internal import TimelineKit
internal import TimelineSystem

/// Which executable knows the types of a timeline.
struct ProgramOption: ParsableArguments {
    @Option(
        name: .customLong("program"),
        help: ArgumentHelp(
            "The executable of the program that was recorded. (default: $TIMELINE_PROGRAM, else NAME-timeline on the "
                + "PATH)",
            valueName: "path"))
    var path: String?

    /// Set in the environment of an executable that another `timeline` became.
    private static let became = "TIMELINE_BECAME"

    /// Whether another `timeline` became this process; asked before a program is.
    static var hasBecome: Bool { Environment[became] != nil }

    /// Whether the program `name` is linked in, and no other executable is to answer for it. Asked before `program(_:for:)` is.
    func isLinked(_ name: String) -> Bool {
        LinkedProgram.current?.name == name && (path == nil || Self.hasBecome)
    }

    /// The program `name`: the one that is linked in, or else this process becomes the executable of that program, and
    /// starts anew with the same arguments.
    ///
    /// - Parameter file: The timeline that wants it, for the message; nil where one is to be made.
    func program(_ name: String, for file: String?) throws(ToolError) -> any Program {
        let became = Environment[Self.became]
        Environment.remove(Self.became)
        // An executable that was named is asked even where the program is linked in here; it does not ask itself again.
        let mayAnswer = path == nil || became != nil
        if let linked = LinkedProgram.current, linked.name == name, mayAnswer { return linked }
        if let became {
            let found = LinkedProgram.current.map { "holds the program \"\($0.name)\"" } ?? "holds no program"
            throw ToolError(.unavailable, "\(Self.need(name, file)), but \(became) \(found)")
        }
        switch Self.search(name, named: path) {
        case .found(let executable):
            StandardOutput.flush()
            Environment.set(Self.became, to: executable)
            let error = CurrentProcess.become(executable, arguments: Array(CommandLine.arguments.dropFirst()))
            throw ToolError(.unavailable, error.description)
        case .missing(let places, let built):
            throw ToolError(.unavailable, Self.missing(name, file, places, built))
        }
    }

    /// The executable of the program `name`, looked for where `TIMELINE_PROGRAM` and the `PATH` say.
    static func search(_ name: String) -> ProgramSearch.Result { search(name, named: nil) }

    private static func search(_ name: String, named: String?) -> ProgramSearch.Result {
        ProgramSearch(
            name: ProgramName(name), named: named, variable: Environment["TIMELINE_PROGRAM"],
            folders: Environment.searchPath, isExecutable: FileSystem.isExecutable
        ).result()
    }

    private static func need(_ name: String, _ file: String?) -> String {
        let name = Layout.visible(name)
        return file.map { "\($0) was recorded by the program \"\(name)\"" }
            ?? "these are to be actions of the program \"\(name)\""
    }

    private static func missing(_ name: String, _ file: String?, _ places: [String], _ built: [String]) -> String {
        let start = """
            \(need(name, file)), and this command needs an executable that holds its reducer.
            Looked for an executable:
            \(places.map { "  \($0)" }.joined(separator: "\n"))
            """
        guard built.isEmpty else { return "\(start)\n\(hint(built, isOption: file != nil))" }
        guard let name = ProgramName(name) else {
            return "\(start)\nName the executable with --program, or set TIMELINE_PROGRAM to where it is."
        }
        let type = name.text.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        return """
            \(start)
            These six lines make one, as the executable target \(name.executable):

              import \(type)Core
              import TimelineTool

              @main struct \(type)Timeline: ProgramExecutable {
                  static let program = \(type)Program()
              }

            Build it, and put it on the PATH or set TIMELINE_PROGRAM to where it is.
            """
    }

    /// How to run an executable that was built in the working folder.
    ///
    /// - Parameter isOption: Whether the command takes its path as `--program`.
    static func hint(_ built: [String], isOption: Bool) -> String {
        """
        An executable of that name is in .build here. It is not run unless you name it, since anybody may have made this \
        folder. If you built it yourself, add:
        \(built.map { "  \(isOption ? "--program " : "TIMELINE_PROGRAM=")\($0)" }.joined(separator: "\n"))
        """
    }
}
