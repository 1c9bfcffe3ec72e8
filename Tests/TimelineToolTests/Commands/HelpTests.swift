import ArgumentParser
import Foundation
import Testing
import TimelineTestSupport

@testable import TimelineTool

@Suite(.ownThreads)
struct HelpTests {
    static let commands = TimelineCommand.configuration.groupedSubcommands.flatMap(\.subcommands).compactMap {
        $0.configuration.commandName
    }

    /// The help of each command, and of the root with an empty name, as the tool prints it.
    private static let helps: [String: String] = {
        let names = commands.joined(separator: " ")
        let loop = #"for name in "" \#(names); do timeline $name --help || exit; printf '\0'; done"#
        guard let printed = try? Sandbox().shell(loop), printed.status == 0, printed.errors == "" else { return [:] }
        return Dictionary(
            uniqueKeysWithValues: zip([""] + commands, printed.output.split(separator: "\0").map(String.init)))
    }()

    @Test(arguments: [""] + commands)
    func helpFitsOnAScreenAndBeginsWithUsageAndExamples(_ command: String) throws {
        let help = try #require(Self.helps[command])
        let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.filter { $0.count > 80 } == [])
        let usage = try #require(lines.firstIndex { $0.hasPrefix("USAGE: timeline \(command)") })
        let examples = try #require(lines.firstIndex(of: "EXAMPLES:"))
        #expect(usage <= 4 && examples <= usage + 8)
        let shown = lines[examples...].dropFirst().prefix { $0 != "" }
        #expect(shown.contains { $0.contains("timeline \(command)") })
        #expect(shown.allSatisfy { $0.hasPrefix("  ") })
        #expect(help.hasSuffix("\n") && !help.hasSuffix("\n\n"))
        #expect(!help.contains("\n\n\n"))
    }

    @Test func everyCommandIsInTheHelpOfTheRoot() throws {
        let help = try #require(Self.helps[""])
        #expect(Self.commands.filter { !help.contains("\n  \($0) ") } == [])
    }

    @Test func thePageOfTheCommandsListsThemAsTheToolDoes() throws {
        let page = try String(
            contentsOfFile: "\(Sandbox.fixtures)/../Sources/TimelineTool/TimelineTool.docc/Commands.md", encoding: .utf8
        )
        let rows = TimelineCommand.configuration.groupedSubcommands.flatMap(\.subcommands).map {
            "| `\($0.configuration.commandName ?? "")` | \($0.configuration.abstract) |\n"
        }
        #expect(page.contains("| --- | --- |\n" + rows.joined() + "\n"))
        let questions = [
            "--bad <expr>", "--bad-change <expr>", "--invariant <name>", "--after <expr>", "--run <cmd>", "--crash ",
            "--state <expr>", "--change <expr>", "--where <expr>",
        ]
        let table = questions.map { option in
            let commands = Self.commands.filter { Self.helps[$0]?.contains("\n  \(option)") == true }
            let words = option.uppercased().split(separator: " ").dropFirst().map { " " + $0.dropFirst().dropLast() }
            return "| `\(option.prefix { $0 != " " })\(words.joined())` | "
                + "\(commands.map { "`\($0)`" }.joined(separator: ", ")) |\n"
        }
        #expect(page.contains("| option | of |\n| --- | --- |\n" + table.joined() + "\n"))
    }

    @Test func commandsAreShownByTheNameThatTheToolWasRunAs() throws {
        let sandbox = Sandbox(["run.jsonl": Recorded.run])
        func run(_ line: String) throws -> Finished {
            try sandbox.shell(
                "ln -fs $(command -v counter-timeline) todo-timeline && env -u TIMELINE_INVOCATION todo-timeline \(line)"
            )
        }
        #expect(try run("bisect run.jsonl '$.count > 1'").output.contains("\n  todo-timeline state run.jsonl "))
        #expect(try run("bisect --help").output.contains("\nUSAGE: todo-timeline bisect <file>"))
        #expect(try run("--help").output.contains("\n  todo-timeline bisect run.jsonl"))
        #expect(try run("bisct run.jsonl").errors.hasPrefix("Error: unknown command \"bisct\": did you mean bisect?"))
        #expect(try run("info run.jsonl --follow").errors.contains("\n  See 'todo-timeline info --help'"))
    }

    // MARK: - Examples

    /// Each example, read from the help itself.
    static let examples: [String] = {
        let texts = ([""] + commands).compactMap { helps[$0] }
        return texts.flatMap { text in
            text.split(separator: "\n", omittingEmptySubsequences: false).drop { $0 != "EXAMPLES:" }.prefix { $0 != "" }
                .map(String.init).filter {
                    $0.hasPrefix("  ") && !$0.hasPrefix("   ")
                }.map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }()

    /// The address of the app in an example.
    private static let app = "http://127.0.0.1:4000"

    @Test(.needs(.jq), arguments: examples)
    func everyExampleWorks(_ example: String) throws {
        let sandbox = Sandbox(["hidden.txt": "$..title\naction $..title\n"])
        // Recording examples create the file that the others read.
        if !example.contains("-o run.jsonl") {
            try FileManager.default.copyItem(
                atPath: "\(Sandbox.fixtures)/unread-below-zero.jsonl", toPath: "\(sandbox.folder)/run.jsonl")
        }
        if example.contains("other.jsonl") {
            try FileManager.default.copyItem(
                atPath: "\(Sandbox.fixtures)/wrong-details.jsonl", toPath: "\(sandbox.folder)/other.jsonl")
        }
        if example.contains("ecordings") || example.contains("day.jsonl") {
            let preparation = """
                mkdir recordings Recordings && cp run.jsonl recordings && cp run.jsonl Recordings
                timeline triage run.jsonl --json > monday.jsonl; cp monday.jsonl today.jsonl; ln -s "$(command -v timeline)" new-timeline
                """
            #expect(try sandbox.shell(preparation) == Finished())
        }
        let finished: Finished
        // A search runs for a minute or a million steps.
        let example = example.replacing("--steps 1000000", with: "")
            .replacing("timeline explore", with: "timeline explore --steps 1000")
        func run(_ example: String, _ environment: [String: String]) throws -> Finished {
            let words = example.split(separator: " ").map(String.init)
            guard words[1] == "serve" else { return try sandbox.shell(example, environment: environment) }
            let server = try sandbox.start(Array(words[1...]), with: "timeline", environment: environment)
            try server.wait(for: /\n/)
            while server.isRunning, server.errors.isEmpty { usleep(10_000) }
            return try server.end(SIGINT)
        }
        if example.contains(Self.app) {
            // An app that dispatches actions periodically.
            let app = try LiveApp()
            finished = try withExtendedLifetime(app.countUp()) {
                try run(example.replacing(Self.app, with: app.url), ["TIMELINE_TOKEN": app.token])
            }
        } else {
            finished = try run(example, [:])
        }
        // The recording of the examples breaks an invariant.
        let isBroken =
            example.contains("timeline triage")
            || example.contains("timeline verify") && !example.contains("--against")
        // A short search may find nothing.
        if !example.contains("timeline explore") { #expect(finished.status == (isBroken ? 1 : 0), "\(finished)") }
        let isRecording = example.contains("timeline record")
        // An app's output is its own, and an agent asked nothing.
        #expect(!finished.output.isEmpty || isRecording || example.contains(" > ") || example.contains("timeline mcp"))
        #expect(sandbox.files()["run.jsonl"] != nil)
        // `view` and `serve` note that nothing is hidden in the page, `convert` what is left out.
        let speaks =
            isRecording
            || ["watch", "timeline view", "timeline serve", "timeline convert"].contains { example.contains($0) }
        #expect(finished.errors.isEmpty != speaks || example.contains("--run"))
    }
}
