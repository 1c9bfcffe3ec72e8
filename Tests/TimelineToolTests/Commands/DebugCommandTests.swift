import Foundation
import TestHarness
import Testing

/// Sessions on `Recorded.run`, which counts 0, 1, 6, -4, -3, 0, -1, -2, -1, and on the fixtures.
@Suite(.ownThreads)
struct DebugCommandTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox(["run.jsonl": Recorded.run]) }

    private func debug(_ lines: String..., at position: String = "0") throws -> Finished {
        try sandbox.run(["debug", "run.jsonl", position], input: lines.map { $0 + "\n" }.joined())
    }

    @Test func aSessionStopsInBothDirections() throws {
        #expect(
            try debug(
                "break $.count < 0", "watch $.count", "c", "", "rc", "delete 2", "c", "c", "goto 0", "back", "rc",
                "info")
                == Finished(
                    output: """
                              0     0.000            the first state
                        (0) break $.count < 0
                          1: break $.count < 0
                        (0) watch $.count
                          2: watch $.count = 0
                        (0) c
                              1     0.100  user      increment
                                                       $.count  0 → 1
                          2: watch $.count = 1, changed
                        (1) 
                              2     0.200  user      add {"amount":5}
                                                       $.count  1 → 6
                          2: watch $.count = 6, changed
                        (2) rc
                              1     0.100  user      increment
                                                       $.count  0 → 1
                          2: watch $.count = 1, changed
                        (1) delete 2
                        (1) c
                              3     0.300  effect    add {"amount":-10}  ← 2
                                                       $.count  6 → -4
                          1: break $.count < 0, became true
                        (3) c
                              6     0.600  user      add {"amount":-1}
                                                       $.count  0 → -1
                          1: break $.count < 0, became true
                        (6) goto 0
                              0     0.000            the first state
                        (0) back
                        Position 0 is the first.
                        (0) rc
                        No further stop in this direction.
                        (0) info
                        run.jsonl, counter 1.0.0
                        Position 0 of 0 to 8.
                          1: break $.count < 0

                        """))
    }

    @Test func stepsAreEditedAndTheEditsTakenBack() throws {
        #expect(
            try debug(
                "mark worst", "skip", "next", #"edit {"add":{"amount":2}}"#, #"insert {"reset":{}}"#, "diff 0", "undo",
                "undo", "undo", "undo", "goto %worst", "info", at: "3")
                == Finished(
                    output: """
                              3     0.300  effect    add {"amount":-10}  ← 2
                                                       $.count  6 → -4
                        (3) mark worst
                        (3) skip
                              2     0.200  user      add {"amount":5}
                                                       $.count  1 → 6
                        (2) next
                              3     0.400  user      increment
                                                       $.count  6 → 7
                        (3) edit {"add":{"amount":2}}
                              3     0.400  user      add {"amount":2}
                                                       $.count  6 → 8
                        (3) insert {"reset":{}}
                              4     0.400  inserted  reset
                                                       $.count  8 → 0
                        (4) diff 0
                        The states after steps 0 and 4 are equal.
                        (4) undo
                              3     0.400  user      add {"amount":2}
                                                       $.count  6 → 8
                        (3) undo
                              3     0.400  user      increment
                                                       $.count  6 → 7
                        (3) undo
                              3     0.300  effect    add {"amount":-10}  ← 2
                                                       $.count  6 → -4
                        (3) undo
                        (3) goto %worst
                              3     0.300  effect    add {"amount":-10}  ← 2
                                                       $.count  6 → -4
                        (3) info
                        run.jsonl, counter 1.0.0
                        Position 3 of 0 to 8.
                          %worst: 3

                        """, errors: "Error: there is no edit to take back\n"))
        #expect(try sandbox.read("run.jsonl") == Recorded.run)
    }

    @Test func aLineThatIsNotUnderstoodIsAnErrorAndTheSessionGoesOn() throws {
        #expect(
            try debug(
                "jump", "goto 99", "break $.count <", "watch count", "delete 7", "next x", "c", "skip", "mark", "print")
                == Finished(
                    output: """
                              0     0.000            the first state
                        (0) jump
                        (0) goto 99
                        (0) break $.count <
                        (0) watch count
                        (0) delete 7
                        (0) next x
                        (0) c
                        (0) skip
                        (0) mark
                        (0) print
                        {
                          "count": 0
                        }

                        """,
                    errors: """
                        Error: unknown command "jump": help lists the commands
                        Error: there is no position 99 in run.jsonl: it has positions 0 to 8
                        Error: invalid expression: expected a value, a path or a function, found the end
                          $.count <
                                   ^ column 10
                        Error: "count" is not a path: column 1: expected $, the root, found "c"
                        Error: there is no break or watch "7": info lists them
                        Error: "x" is no number of steps
                        Error: there is nothing to stop at: break EXPR or watch PATH sets a stop
                        Error: position 0 has no step on file to edit
                        Error: mark takes a name

                        """, status: 64))
        #expect(
            try sandbox.run(["debug", "-"]).errors.hasPrefix(
                "Error: debug reads its commands from standard input: name a file instead of -.\n"))
    }

    @Test func aReplayThatDisagreesIsReported() throws {
        try sandbox.write(Recorded.run(line: 8, #"{"seq":4,"at":0.400000,"state":{"count":7}}"#), to: "run.jsonl")
        let finished = try debug("next", "watch $.count", "goto 3", "c")
        #expect(
            finished.errors == """
                Warning: replay disagrees with the state recorded after step 4, so the state after step 1 may differ from the one \
                in the app: the program has changed since, or it is not pure.

                """)
        #expect(
            finished.output.contains("(3) c\nCan't tell where the next stop is: replay and recording disagree after\n"))
    }

    @Test func statesThatAreUnknownArePassedOver() throws {
        // The states after steps 1 to 3 and after step 9 are unknown.
        var lines = Array(Recorded.lines.dropLast())
        lines[2] = #"{"seq":1,"at":0.100000,"opaque":"Increment()","from":"user"}"#
        try sandbox.write(
            Recorded.text(lines + [#"{"seq":9,"at":0.900000,"opaque":"Increment()","from":"user"}"#]), to: "run.jsonl")
        #expect(
            try debug("watch $.count", "c", "goto 2", "rc", "goto 9", "rc", "c", at: "2")
                == Finished(
                    output: """
                        The state after step 2 cannot be known.
                        (2) watch $.count
                          1: watch $.count is unknown
                        (2) c
                              4     0.400  user      increment
                                                     The state before it is not known.
                          1: watch $.count = -3, changed
                        Passed over, because the state is unknown there: steps 2 to 3.
                        (4) goto 2
                        The state after step 2 cannot be known.
                        (2) rc
                        No further stop in this direction is known.
                        Passed over, because the state is unknown there: steps 1 to 2.
                        (2) goto 9
                        The state after step 9 cannot be known.
                        (9) rc
                              8     0.800  user      increment
                                                       $.count  -2 → -1
                          1: watch $.count = -1, changed
                        Passed over, because the state is unknown there: step 9.
                        (8) c
                        No further stop in this direction is known.
                        Passed over, because the state is unknown there: step 9.

                        """))
    }

    /// The sessions of the README.
    @Test(arguments: [
        ("unread", "unread-below-zero"), ("trap", "trap-while-filtered"), ("details", "wrong-details"),
    ])
    func aTerminalShowsWhatAScriptShows(script: String, fixture: String) throws {
        let lines = try String(contentsOfFile: "\(Sandbox.fixtures)/Scripts/\(script).debug", encoding: .utf8)
            .split(separator: "\n").map { String($0) + "\n" }
        let path = "\(Sandbox.fixtures)/\(fixture).jsonl"
        let scripted = try sandbox.run(["debug", path], with: "timeline", input: lines.joined())
        let typed = try sandbox.talk(
            ["debug", path], with: "timeline", (lines + ["q\n"]).map { (") ", $0) }, environment: ["NO_COLOR": "1"])
        #expect(scripted.status == 0 && typed.status == 0)
        // The terminal wraps long lines; its last one is the prompt and the q.
        let words = typed.output.split(whereSeparator: \.isWhitespace).dropLast(2)
        #expect(words == scripted.output.split(whereSeparator: \.isWhitespace)[...])
    }
}
