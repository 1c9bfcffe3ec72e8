import Foundation
import Testing
import TimelineTestSupport

/// Completions.
@Suite(.ownThreads)
struct InstallationTests {
    private func made(_ arguments: [String]) throws -> String {
        let made = try Sandbox().run(arguments)
        #expect(made.status == 0)
        #expect(made.errors == "")
        return made.output
    }

    @Test func bashCompletesCommandsOptionsAndFiles() throws {
        let sandbox = Sandbox(["run.jsonl": Recorded.run])
        try sandbox.write(try made(["--generate-completion-script", "bash"]), to: "timeline.bash")
        /// The completions of bash for the last of these words.
        func offered(_ words: String) throws -> Finished {
            let before = words.split(separator: " ", omittingEmptySubsequences: false)
            let script = """
                set -u
                source timeline.bash
                COMP_WORDS=(\(before.map { "'\($0)'" }.joined(separator: " "))) COMP_CWORD=\(before.count - 1)
                COMP_LINE='\(words)' COMP_POINT=\(words.count) COMPREPLY=()
                set +u
                _timeline timeline '\(before.last ?? "")' '\(before.dropLast().last ?? "")'
                echo "${COMPREPLY[@]}"
                """
            return try sandbox.run(["-c", script], with: "/bin/bash")
        }
        #expect(try offered("timeline bis") == Finished(output: "bisect\n"))
        #expect(try offered("timeline info run") == Finished(output: "run.jsonl\n"))
        #expect(try offered("timeline info run.jsonl --rec") == Finished(output: "--recover\n"))
        #expect(try offered("timeline info run.jsonl --recover ") == Finished(output: "strict tail salvage\n"))
        #expect(try offered("timeline minimize run.jsonl --ru") == Finished(output: "--run\n"))
        #expect(try offered("timeline test run.jsonl --ru") == Finished(output: "\n"))
    }

    @Test(arguments: [("zsh", "#compdef timeline\n"), ("fish", "function __timeline_")])
    func otherShellsHaveScriptsThatNameEveryCommand(_ shell: String, _ start: String) throws {
        let script = try made(["--generate-completion-script", shell])
        #expect(script.hasPrefix(start))
        for command in HelpTests.commands { #expect(script.contains(command), "\(command)") }
    }

    @Test func scriptsAreNotWrapped() throws {
        let arguments = ["--generate-completion-script", "zsh"]
        let shown = try Sandbox().talk(arguments, [], columns: 40)
        #expect(shown == Finished(output: try made(arguments)))
    }
}
