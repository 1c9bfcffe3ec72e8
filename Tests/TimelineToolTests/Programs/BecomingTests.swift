import Foundation
import TestHarness
import Testing

/// A tool without the program finds the executable that has it, and becomes it.
@Suite(.ownThreads)
struct BecomingTests {
    private let onPath = ["PATH": "\(Sandbox.tools):/usr/bin:/bin"]

    /// Every command that needs the program, with `-` or a file as its timeline.
    static let commands = [
        ["state", "FILE", "3", "--json"], ["diff", "FILE", "-6", "3"], ["replay", "FILE", "--no-wait"],
        ["bisect", "FILE", "--bad", "$.count < 0"], ["bundle", "FILE", "-o", "-"],
    ]

    @Test(arguments: commands, ["run.jsonl", "-"])
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

    @Test func actionsOnStandardInputReachTheProgramThatIsFound() throws {
        let sandbox = try Sandbox()
        let finished = try sandbox.run(
            ["record", "--program", "counter", "-o", "run.jsonl"], with: "bare-timeline",
            input: #"{"add":{"amount":42}}"#, environment: onPath)
        #expect(finished == Finished(errors: "run.jsonl: 1 action recorded\n"))
    }

    /// An archive from someone else may hold a recording and an executable with its program's name.
    @Test func executablesInTheBuildFolderAreListedAndNotRun() throws {
        let sandbox = try Sandbox(["run.jsonl": Recorded.run])
        for build in ["debug", "release"] {
            let path = "\(sandbox.folder)/.build/\(build)/counter-timeline"
            try sandbox.write("#!/bin/sh\ntouch ran\n", to: ".build/\(build)/counter-timeline")
            chmod(path, 0o755)
        }
        let start = """
            Error: the state after step 3 is not in the file (the nearest are those after 0 and 4), so it requires replay.
            run.jsonl was recorded by the program "counter", and this command needs an executable that holds its reducer.
            Looked for an executable:
              counter-timeline on the PATH
            An executable of that name is in .build here. It is not run by default, because the folder may come from someone \
            else. If you built it yourself, add:

            """
        let state = try sandbox.run(["state", "run.jsonl", "3"], with: "bare-timeline")
        #expect(
            state
                == Finished(
                    errors: start + "  --program .build/release/counter-timeline\n"
                        + "  --program .build/debug/counter-timeline\n", status: 69))
        let record = try sandbox.run(["record", "--program", "counter"], with: "bare-timeline", input: "{}")
        #expect(record.errors.hasSuffix("  TIMELINE_PROGRAM=.build/debug/counter-timeline\n"))
        #expect(record.status == 69)
        #expect(sandbox.files()["ran"] == nil)
        _ = try sandbox.run(
            ["state", "run.jsonl", "3", "--program", ".build/release/counter-timeline"], with: "bare-timeline")
        #expect(sandbox.files()["ran"] != nil)
    }

    @Test func theOptionAndTheVariableSelectAnExecutable() throws {
        let sandbox = try Sandbox(["run.jsonl": Recorded.run])
        let path = "\(Sandbox.tools)/counter-timeline"
        let expected = Finished(output: #"{"count":-4}"# + "\n")
        let byOption = try sandbox.run(["state", "run.jsonl", "3", "--json", "--program", path], with: "bare-timeline")
        #expect(byOption == expected)
        let byVariable = try sandbox.run(
            ["state", "run.jsonl", "3", "--json"], with: "bare-timeline", environment: ["TIMELINE_PROGRAM": path])
        #expect(byVariable == expected)
        // A tool with the program searches no further without `--program`.
        let itself = try sandbox.run(
            ["state", "run.jsonl", "3", "--json"], environment: ["TIMELINE_PROGRAM": "/nowhere"])
        #expect(itself == expected)
        let twice = try sandbox.run(["state", "run.jsonl", "3", "--json", "--program", path])
        #expect(twice == expected)
    }

    @Test func commandsThatNeedNoReducerNeverSearchForOne() throws {
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
