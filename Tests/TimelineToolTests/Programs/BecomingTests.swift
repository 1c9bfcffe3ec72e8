import Foundation
import Testing

/// A tool without the program finds the executable that has it, and becomes it.
struct BecomingTests {
    private let onPath = ["PATH": "\(Sandbox.tools):/usr/bin:/bin"]

    /// Every command that needs the program, with `-` or a file as its timeline.
    static let commands = [
        ["state", "FILE", "3", "--json"], ["diff", "FILE", "-6", "3"], ["replay", "FILE", "--no-wait"],
        ["bisect", "FILE", "--bad", "$.count < 0"], ["bundle", "FILE", "-o", "-"],
    ]

    @Test(arguments: commands, ["run.jsonl", "-"])
    func theExecutableOnThePathAnswersAsItself(_ command: [String], _ file: String) throws {
        let sandbox = try Sandbox(["run.jsonl": Recorded.run])
        let arguments = command.map { $0 == "FILE" ? file : $0 }
        let input = file == "-" ? Recorded.run : ""
        let own = try sandbox.run(arguments, input: input)
        #expect(own.status == 0)
        let found = try sandbox.run(arguments, with: "bare-timeline", input: input, environment: onPath)
        #expect(found == own)
        #expect(Set(sandbox.files().keys) == ["run.jsonl"])
    }

    @Test func actionsOnStandardInputReachTheProgramThatIsFound() throws {
        let sandbox = try Sandbox()
        let finished = try sandbox.run(
            ["record", "--program", "counter", "-o", "run.jsonl"], with: "bare-timeline",
            input: #"{"add":{"amount":42}}"#, environment: onPath)
        #expect(finished == Finished(errors: "run.jsonl: 1 action recorded\n"))
    }

    @Test func whatIsBuiltHereIsFound() throws {
        let sandbox = try Sandbox(["run.jsonl": Recorded.run, ".build/debug/note": ""])
        try FileManager.default.createSymbolicLink(
            atPath: "\(sandbox.folder)/.build/debug/counter-timeline",
            withDestinationPath: "\(Sandbox.tools)/counter-timeline")
        let state = try sandbox.run(["state", "run.jsonl", "3", "--json"], with: "bare-timeline")
        #expect(state == Finished(output: #"{"count":-4}"# + "\n"))
    }

    @Test func theOptionAndTheVariableNameAnExecutable() throws {
        let sandbox = try Sandbox(["run.jsonl": Recorded.run])
        let path = "\(Sandbox.tools)/counter-timeline"
        let expected = Finished(output: #"{"count":-4}"# + "\n")
        let byOption = try sandbox.run(["state", "run.jsonl", "3", "--json", "--program", path], with: "bare-timeline")
        #expect(byOption == expected)
        let byVariable = try sandbox.run(
            ["state", "run.jsonl", "3", "--json"], with: "bare-timeline", environment: ["TIMELINE_PROGRAM": path])
        #expect(byVariable == expected)
        // A tool that has the program looks no further, unless it is told to.
        let itself = try sandbox.run(
            ["state", "run.jsonl", "3", "--json"], environment: ["TIMELINE_PROGRAM": "/nowhere"])
        #expect(itself == expected)
        let twice = try sandbox.run(["state", "run.jsonl", "3", "--json", "--program", path])
        #expect(twice == expected)
    }

    @Test func commandsThatNeedNoReducerNeverLookForOne() throws {
        let sandbox = try Sandbox(["run.jsonl": Recorded.run])
        for arguments in [["info", "run.jsonl"], ["log", "run.jsonl"], ["diff", "run.jsonl", "0", "end"]] {
            let finished = try sandbox.run(
                arguments, with: "bare-timeline", environment: ["TIMELINE_PROGRAM": "/nowhere"])
            let own = try sandbox.run(arguments)
            #expect(finished == own)
            #expect(finished.status == 0)
        }
    }
}
