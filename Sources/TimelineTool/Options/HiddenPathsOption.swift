internal import ArgumentParser
internal import TimelineDebugger
internal import TimelineKit

struct HiddenPathsOption: ParsableArguments {
    @Option(
        name: .customLong("path"),
        help: ArgumentHelp("A path in states; repeat for more.", valueName: "path"))
    var state: [String] = []

    @Option(
        name: .customLong("action-path"), help: ArgumentHelp("A path in actions; repeat for more.", valueName: "path"))
    var actions: [String] = []

    @Option(
        name: .customLong("paths"),
        help: ArgumentHelp(
            "A file with one path per line: \"$.user\" in states, \"action $.user\" in actions, # for comments.",
            valueName: "file"), completion: .file())
    var list: String?

    @Flag(name: .customLong("marks"), help: "Also the names of marks.")
    var marks = false

    @Flag(name: .customLong("sites"), help: "Also the lines of code that dispatched actions.")
    var sites = false

    var isEmpty: Bool { state.isEmpty && actions.isEmpty && list == nil && !marks && !sites }

    func read() throws(ToolError) -> (state: HiddenPaths, actions: HiddenPaths) {
        let listed = try list.map { (file) throws(ToolError) in try PathList(reading: file) }
        return (try Self.paths(state + (listed?.state ?? [])), try Self.paths(actions + (listed?.actions ?? [])))
    }

    private static func paths(_ texts: [String]) throws(ToolError) -> HiddenPaths {
        var seen: Set<String> = []
        do throws(HiddenPathsError) { return try HiddenPaths(texts.filter { seen.insert($0).inserted }) } catch {
            throw ToolError(.usage, error.description)
        }
    }
}
