internal import ArgumentParser

/// How this executable was run, for commands that people copy.
enum Invocation {
    /// `timeline`, `todo-timeline`
    static let executable = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "timeline"

    /// `todo-timeline`; of an executable that SwiftPM built and ran, `swift run todo-timeline`.
    static let name = CommandLine.arguments.first?.contains("/.build/") == true ? "swift run \(executable)" : executable

    /// Commands in a text, `timeline state …` at the start of a line or in backticks, by the name that was run.
    static func named(_ text: String) -> String {
        if name == "timeline" { return text }
        let commands = TimelineCommand.names
        return text.replacing(/(?m)(^(?:USAGE:|Usage:)? *|`|: )timeline ([a-z]+)/) { match in
            commands.contains(String(match.2)) ? "\(match.1)\(name) \(match.2)" : String(match.0)
        }
    }
}
