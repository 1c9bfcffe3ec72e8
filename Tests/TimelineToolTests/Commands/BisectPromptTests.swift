import Testing
import TimelineTestSupport

/// Searches in which a person judges the states.
@Suite(.ownThreads)
struct BisectPromptTests {
    private let sandbox = Sandbox(["run.jsonl": Recorded.run])

    private static let prompt = "Is this state [g]ood or [b]ad? [s]kip, [u]ndo, show [w]hole state, [q]uit: "

    private func answer(_ replies: String..., to arguments: String...) throws -> Finished {
        try sandbox.talk(
            ["bisect", "run.jsonl"] + arguments, replies.map { (Self.prompt, $0 + "\n") },
            environment: ["NO_COLOR": "1"])
    }

    @Test func aPersonJudgesTheStates() throws {
        #expect(try answer("b", "g", "maybe", "BAD", "w", "good", "b") == Finished(output: transcript))
    }

    @Test func anAnswerCanBeTakenBack() throws {
        let answer = try answer("u", "g", to: "--good", "2", "--bad-at", "4")
        // The search ends with the first reply where the state at the bad end is good: the others are not judged.
        #expect(answer.output.contains("[q]uit: u\nThere is no answer to undo.\nIs this state"))
        #expect(
            answer.output.hasSuffix(
                """
                [q]uit: g
                The state after step 4 is good: by your answer.
                Can't tell whether one before it was bad: they were not judged.
                Pass the position of a bad one with --bad-at.

                """))
        #expect(answer.status == 2)
        let undone = try self.answer("b", "g", "g", "undo", "b", to: "--good", "2", "--bad-at", "5")
        let order = undone.output.split(separator: "\n").filter { $0.hasPrefix("The state after step") }.map {
            $0.split(separator: " ")[4]
        }
        #expect(order == ["5", "2", "3", "4", "3"])
        #expect(undone.output.contains("\nStep 3 turned the state bad.\n"))
        #expect(undone.status == 0)
    }

    @Test func namedPathsAreShown() throws {
        let answer = try answer("q", to: "--good", "2", "--show", "$", "--show", "$.count", "--show", "$.reset")
        #expect(
            answer.output == """

                The state after step 8 (about 5 questions left):
                      8     0.800  user      increment
                      $.count  -2 → -1
                    $ = {
                      "count": -1
                    }
                    $.count = -1
                    $.reset has no value here.
                \(Self.prompt)q
                Error: the search was aborted

                """)
        #expect(answer.status == 2)
    }

    @Test func aStateCanBeSkipped() throws {
        let answer = try answer("b", "g", "skip", to: "--good", "2", "--bad-at", "4")
        #expect(
            answer.output.hasSuffix(
                """
                [q]uit: skip
                Can't tell which step turned the state bad.
                At least one of steps 3 to 4 did: not every state there could be judged
                (3 probes).

                """))
        #expect(answer.status == 2)
    }

    @Test func hiddenChangesAreCountedAndShownWithFull() throws {
        try sandbox.write(Recorded.catalog, to: "run.jsonl")
        func shown(_ arguments: String..., columns: Int = 60) throws -> String {
            try sandbox.talk(
                ["bisect", "run.jsonl"] + arguments, with: "catalog-timeline", [("[q]uit:", "q\n")],
                environment: ["NO_COLOR": "1"], columns: columns
            ).output
        }
        func question(_ arguments: String) throws -> [String] {
            try shown("--good", "0", arguments).split(separator: "\n").filter { $0.hasPrefix("    ") }.map(String.init)
        }
        let changes = (21...34).map { "    + $.ids[\($0 - 1)]  \"\(Recorded.identifier($0))\"" }
        let step = "      1     1.000            state set by test"
        #expect(try question("--bad-at=1") == [step] + changes[..<12] + ["      and 2 more changes: --full shows all"])
        #expect(try question("--full") == [step] + changes)
        let narrow = try shown("--full", columns: 40)
        for number in 21...34 { #expect(narrow.contains(Recorded.identifier(number)), "\(number) in \(narrow)") }
    }

    private let transcript = """

        The state after step 8 (about 5 questions left):
              8     0.800  user      increment
              $.count  -2 → -1
        Is this state [g]ood or [b]ad? [s]kip, [u]ndo, show [w]hole state, [q]uit: b

        The state after step 0 (about 4 questions left):
            The timeline begins with this state; w shows the whole state.
        Is this state [g]ood or [b]ad? [s]kip, [u]ndo, show [w]hole state, [q]uit: g

        The state after step 4 (about 3 questions left):
              4     0.400  user      increment
              $.count  -4 → -3
        Is this state [g]ood or [b]ad? [s]kip, [u]ndo, show [w]hole state, [q]uit: maybe
        Answer with g, b, s, u, w or q.
        Is this state [g]ood or [b]ad? [s]kip, [u]ndo, show [w]hole state, [q]uit: BAD

        The state after step 2 (about 2 questions left):
              2     0.200  user      add {"amount":5}
              $.count  1 → 6
        Is this state [g]ood or [b]ad? [s]kip, [u]ndo, show [w]hole state, [q]uit: w
        {
          "count": 6
        }
        Is this state [g]ood or [b]ad? [s]kip, [u]ndo, show [w]hole state, [q]uit: good

        The state after step 3 (about 1 question left):
              3     0.300  effect    add {"amount":-10}
              $.count  6 → -4
        Is this state [g]ood or [b]ad? [s]kip, [u]ndo, show [w]hole state, [q]uit: b
        Step 3 turned the state bad.

          when    0.300 s after the start, step 3 of 8
          action  add {"amount":-10}
          from    effect, caused by step 2

        What it changed:
            $.count  6 → -4

        Why:
          $.count: 3 subtracted 10 · 2 added 5 · 1 added 1

        Found with 5 probes of 9 states.
        Replay agrees with the state recorded after step 4.
        Not every state was judged, so it may have turned bad more than once.

        Look closer:
          timeline state run.jsonl 2
          timeline replay run.jsonl --from 0 --to 3

        """
}
