internal import ArgumentParser
internal import TimelineKit

/// How this executable was run, for commands that people copy.
enum Invocation {
    /// Tells a supervised process how the one that watches it was run.
    static let variable = "TIMELINE_INVOCATION"

    /// `todo-timeline`; of an executable that SwiftPM built and ran, `swift run todo-timeline`.
    static let name: String = {
        if let name = Environment[variable] { return name }
        guard SupervisedProcess.isOfTool, let path = CommandLine.arguments.first else { return "timeline" }
        let name = path.split(separator: "/").last ?? "timeline"
        return path.contains("/.build/") ? "swift run \(name)" : String(name)
    }()

    /// `todo-timeline`
    static var executable: String { name.split(separator: " ").last.map(String.init) ?? name }

    /// Commands in a text, `timeline state …` at the start of a line or in backticks, by the name that was run.
    static func named(_ text: String) -> String {
        if name == "timeline" { return text }
        let commands = TimelineCommand.names
        return text.replacing(/(?m)(^(?:USAGE:|Usage:)? *|`|: )timeline ([a-z]+)/) { match in
            commands.contains(String(match.2)) ? "\(match.1)\(name) \(match.2)" : String(match.0)
        }
    }
}
