import Foundation
import Testing
import TimelineTestHarness

/// Completions and the manual page.
@Suite(.ownThreads)
struct InstallationTests {
    private func made(_ arguments: [String]) throws -> String {
        let made = try Sandbox().run(arguments)
        #expect(made.status == 0)
        #expect(made.errors == "")
        return made.output
    }

    @Test func bashCompletesCommandsOptionsAndFiles() throws {
        let sandbox = try Sandbox(["run.jsonl": Recorded.run])
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
    }

    @Test(arguments: [("zsh", "#compdef timeline\n"), ("fish", "function __timeline_")])
    func otherShellsHaveScriptsThatNameEveryCommand(_ shell: String, _ start: String) throws {
        let script = try made(["--generate-completion-script", shell])
        #expect(script.hasPrefix(start))
        for command in HelpTests.commands { #expect(script.contains(command), "\(command)") }
    }

    @Test func scriptsAndManualPagesAreNotWrapped() throws {
        for arguments in [["--generate-completion-script", "zsh"], ["--generate-manual"]] {
            let shown = try Sandbox().talk(arguments, [], columns: 40)
            #expect(shown == Finished(output: try made(arguments)))
        }
    }

    @Test func theManualPageHasAllOfTheHelp() throws {
        let page = try made(["--generate-manual"])
        #expect(
            page.hasPrefix(#".TH "TIMELINE" "1" "" "timeline 0.1.0" "User Commands""# + "\n.SH NAME\ntimeline \\- "))
        let known = [
            "TH", "SH", "SS", "PP", "TP", "RS", "RE", "nf", "fi",
        ]
        let requests = page.split(separator: "\n").filter { $0.hasPrefix(".") }
            .map { $0.dropFirst().prefix { $0 != " " } }
        #expect(Set(requests.map(String.init)).subtracting(known) == [])
        for command in HelpTests.commands {
            #expect(page.contains("\n.SS timeline \(command)\n"), "\(command)")
            let help = try made(["help", command])
            for line in help.split(separator: "\n") where line.hasPrefix("  -") {
                let label = line.drop { $0 == " " }.prefix { !" ,".contains($0) }.replacing("-", with: "\\-")
                #expect(label == "\\-h" || page.contains(label), "\(command) \(label)")
            }
        }
        for example in HelpTests.examples {
            let escaped = example.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("'", with: "\\(aq")
            #expect(page.contains("\n\\fB\(escaped)\\fR\n"), "\(example)")
        }
    }

    private static let hasMan = FileManager.default.isExecutableFile(atPath: "/usr/bin/man")

    @Test(.enabled(if: hasMan, "man is not installed"))
    func theManualPageHasNoWarnings() throws {
        let sandbox = try Sandbox(["timeline.1": try made(["--generate-manual"])])
        let shown = try sandbox.shell("MANWIDTH=100 man --warnings -l timeline.1 | cat")
        #expect(shown.errors == "")
        #expect(shown.status == 0)
        let lines = shown.output.split(separator: "\n").map { $0.drop { $0 == " " } }
        #expect(lines.contains("timeline bisect run.jsonl --bad '$.comments.unread < 0'"))
        #expect(lines.contains("--recover <how>"))
    }
}
