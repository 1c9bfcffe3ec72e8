import Foundation
import Testing
import TimelineTestSupport

/// A tool without the program finds the executable that has it, and becomes it.
@Suite(.ownThreads)
struct BecomingTests {
    private let onPath = ["PATH": "\(Sandbox.tools):/usr/bin:/bin"]

    /// Every command that needs the program, with `-` or a file as its timeline.
    static let commands = [
        ["state", "FILE", "3", "--json"], ["diff", "FILE", "-6", "3"], ["replay", "FILE", "--no-wait"],
        ["bisect", "FILE", "--bad", "$.count < 0"], ["bundle", "FILE", "-o", "-"],
    ]

    @Test(arguments: zip(commands + commands[..<1], ["run.jsonl", "-", "run.jsonl", "-", "run.jsonl", "-"]))
    func anExecutableOnThePathRunsTheCommand(_ command: [String], _ file: String) throws {
        let sandbox = try Sandbox(["run.jsonl": Recorded.run])
        let arguments = command.map { $0 == "FILE" ? file : $0 }
        let input = file == "-" ? Recorded.run : ""
        let own = try sandbox.run(arguments, input: input)
        #expect(own.status == 0)
        let found = try sandbox.run(arguments, with: "bare-timeline", input: input, environment: onPath)
        #expect(found == own)
        #expect(Set(sandbox.files().keys) == ["run.jsonl"])
    }
}
