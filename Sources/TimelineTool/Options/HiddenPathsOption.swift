internal import ArgumentParser
internal import TimelineDebugger
internal import TimelineJournal
internal import TimelineKit

/// What is to be hidden.
struct HiddenPathsOption: ParsableArguments {
    @Option(
        name: .customLong("path"),
        help: ArgumentHelp("A path in states. Give it once for each.", valueName: "path"))
    var state: [String] = []

    @Option(
        name: .customLong("action-path"),
        help: ArgumentHelp("A path in actions. Give it once for each.", valueName: "path"))
    var actions: [String] = []

    @Option(
        name: .customLong("paths"),
        help: ArgumentHelp(
            "A file with a path on each line: one in actions has the word action before it, a comment a #.",
            valueName: "file"), completion: .file())
    var list: String?

    @Flag(name: .customLong("marks"), help: "The names of marks, too.")
    var marks = false

    /// Whether nothing was named.
    var isEmpty: Bool { state.isEmpty && actions.isEmpty && list == nil && !marks }

    /// All paths that were named, in the order in which they were.
    func read() throws(ToolError) -> (state: HiddenPaths, actions: HiddenPaths) {
        let listed = try list.map { (file) throws(ToolError) in try PathList(reading: file) }
        return (
            try Self.paths(state + (listed?.state ?? [])), try Self.paths(actions + (listed?.actions ?? []))
        )
    }

    /// The paths, each once.
    static func paths(_ texts: [String]) throws(ToolError) -> HiddenPaths {
        var seen: Set<String> = []
        do throws(HiddenPathsError) { return try HiddenPaths(texts.filter { seen.insert($0).inserted }) } catch {
            throw ToolError(.usage, error.description)
        }
    }
}
