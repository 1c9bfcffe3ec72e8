internal import ArgumentParser
internal import TimelineKit

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Which executable knows the types of a timeline.
struct ProgramOption: ParsableArguments {
    @Option(
        name: .customLong("program"),
        help: ArgumentHelp(
            "The executable of the program that was recorded. (default: $TIMELINE_PROGRAM, else NAME-timeline on the "
                + "PATH or under .build)",
            valueName: "path"))
    var path: String?

    /// Set in the environment of an executable that another `timeline` became.
    private static let became = "TIMELINE_BECAME"

    /// Whether another `timeline` became this process; asked before a program is.
    static var hasBecome: Bool { getenv(became) != nil }

    /// Whether the program `name` is linked in, and no other executable is to answer for it. Asked before `program(_:for:)` is.
    func isLinked(_ name: String) -> Bool {
        LinkedProgram.current?.name == name && (path == nil || Self.hasBecome)
    }

    /// The program `name`: the one that is linked in, or else this process becomes the executable of that program, and
    /// starts anew with the same arguments.
    ///
    /// - Parameter file: The timeline that wants it, for the message; nil where one is to be made.
    func program(_ name: String, for file: String?) throws(ToolError) -> any Program {
        let became = getenv(Self.became).map { String(cString: $0) }
        unsetenv(Self.became)
        // An executable that was named is asked even where the program is linked in here; it does not ask itself again.
        let mayAnswer = path == nil || became != nil
        if let linked = LinkedProgram.current, linked.name == name, mayAnswer { return linked }
        if let became {
            let found = LinkedProgram.current.map { "holds the program \"\($0.name)\"" } ?? "holds no program"
            throw ToolError(.unavailable, "\(Self.need(name, file)), but \(became) \(found)")
        }
        switch Self.search(name, named: path).result() {
        case .found(let executable):
            StandardOutput.flush()
            setenv(Self.became, executable, 1)
            var words = ([executable] + CommandLine.arguments.dropFirst()).map { strdup($0) }
            words.append(nil)
            execv(executable, words)
            throw ToolError(.unavailable, "cannot run \(executable): \(String(cString: strerror(errno)))")
        case .missing(let places):
            throw ToolError(.unavailable, Self.missing(name, file, places))
        }
    }

    /// The executable of the program `name`, where nothing names another and there is one.
    static func executable(of name: String) -> String? {
        if case .found(let executable) = search(name, named: nil).result() { executable } else { nil }
    }

    private static func search(_ name: String, named: String?) -> ProgramSearch {
        ProgramSearch(
            name: name, named: named, variable: getenv("TIMELINE_PROGRAM").map { String(cString: $0) },
            folders: getenv("PATH").map { String(cString: $0).split(separator: ":").map(String.init) } ?? [],
            isExecutable: {
                var status = stat()
                return stat($0, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access($0, X_OK) == 0
            })
    }

    private static func need(_ name: String, _ file: String?) -> String {
        file.map { "\($0) was recorded by the program \"\(name)\"" }
            ?? "these are to be actions of the program \"\(name)\""
    }

    static func missing(_ name: String, _ file: String?, _ places: [String]) -> String {
        let type = name.split(whereSeparator: { !$0.isLetter && !$0.isNumber })
            .map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        return """
            \(need(name, file)), and this command needs an executable that holds its reducer.
            Looked for an executable:
            \(places.map { "  \($0)" }.joined(separator: "\n"))
            These six lines make one, as the executable target \(name)-timeline:

              import \(type)Core
              import TimelineTool

              @main struct \(type)Timeline: ProgramExecutable {
                  static let program = \(type)Program()
              }

            Build it, or set TIMELINE_PROGRAM to where it is.
            """
    }
}
