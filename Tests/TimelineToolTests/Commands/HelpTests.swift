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

    private static func help(_ command: String) throws -> String {
        let help = try Sandbox().run(command.isEmpty ? ["--help"] : [command, "--help"])
        #expect(help.status == 0)
        #expect(help.errors == "")
        return help.output
    }

    @Test(arguments: [""] + commands)
    func helpFitsOnAScreenAndEndsWithExamples(_ command: String) throws {
        let help = try Self.help(command)
        let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.filter { $0.count > 80 } == [])
        let examples = try #require(lines.firstIndex(of: "EXAMPLES:"))
        #expect(lines[examples...].dropFirst().dropLast().allSatisfy { $0.hasPrefix("  ") })
        #expect(help.hasSuffix("\n") && !help.hasSuffix("\n\n"))
        #expect(!help.contains("\n\n\n"))
    }

    @Test func everyCommandIsInTheHelpOfTheRoot() throws {
        let help = try Self.help("")
        #expect(Self.commands.filter { !help.contains("\n  \($0) ") } == [])
    }

    // MARK: - Examples

    /// Each example, read from the help itself.
    static let examples: [String] = {
        let texts = ([""] + commands).compactMap { try? help($0) }
        return texts.flatMap { text in
            text.split(separator: "\n").drop { $0 != "EXAMPLES:" }.map(String.init).filter {
                $0.hasPrefix("  ") && !$0.hasPrefix("   ")
            }.map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }()

    @Test func everyCommandHasExamples() {
        for command in Self.commands {
            #expect(Self.examples.contains { $0.contains("timeline \(command) ") }, "\(command)")
        }
    }

    /// The address of the app in an example.
    private static let app = "http://127.0.0.1:4000"

    @Test(.needs(.jq), arguments: examples)
    func everyExampleWorks(_ example: String) throws {
        let sandbox = try Sandbox(["hidden.txt": "$..title\naction $..title\n"])
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
        // `serve` runs until control-C, and a search for a minute or a million steps.
        let example = example.replacing("timeline serve", with: "timeout --preserve-status -s INT 6 timeline serve")
            .replacing("timeline explore", with: "timeline explore --seconds 1").replacing(
                "--steps 1000000", with: "--steps 1000")
        if example.contains(Self.app) {
            // An app that dispatches actions periodically.
            let app = try LiveApp()
            finished = try withExtendedLifetime(app.countUp()) {
                try sandbox.shell(
                    example.replacing(Self.app, with: app.url), environment: ["TIMELINE_TOKEN": app.token])
            }
        } else {
            finished = try sandbox.shell(example)
        }
        // The recording of the examples breaks an invariant.
        let isBroken =
            example.contains("timeline triage")
            || example.contains("timeline verify") && !example.contains("--against")
        // What a second finds depends on the machine.
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
