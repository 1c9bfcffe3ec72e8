import TestHarness
import Testing

/// The counter of `Recorded.run` counts 0, 1, 6, -4, -3, 0, -1, -2, -1.
@Suite(.ownThreads)
struct LogSelectionTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox(["run.jsonl": Recorded.run]) }

    private func log(_ arguments: String...) throws -> Finished {
        try sandbox.run(["log", "run.jsonl"] + arguments)
    }

    @Test func aConditionOnTheStateAfterAStepSelectsSteps() throws {
        #expect(
            try log("--state", "$.count < -1")
                == Finished(
                    output: """
                              3     0.300  effect    add {"amount":-10}  ← 2
                              4     0.400  user      increment
                              7     0.700  user      add {"amount":-1}

                        """))
        // The first state has no step.
        #expect(
            try log("--state", "$.count == 0")
                == Finished(output: "      5     0.500  user      reset\n"))
    }

    @Test func aPathSelectsTheStepsThatChangedIt() throws {
        #expect(
            try log("--touching", "$[?@ < 0]", "--from", "3", "--to", "6")
                == Finished(
                    output: """
                              3     0.300  effect    add {"amount":-10}  ← 2
                              4     0.400  user      increment
                              5     0.500  user      reset
                              6     0.600  user      add {"amount":-1}

                        """))
        #expect(try log("--touching", "$[?@ > 0]").output.split(separator: "\n").count == 3)
    }

    /// The lines of few steps are sought; those of many are found by reading all of the file.
    @Test(arguments: [3, 30])
    func fewAndManyStepsOfALongRunAreListedAlike(_ changes: Int) throws {
        let changing = Set((1...changes).map { 1024 * $0 / changes - 1 })
        var lines = Array(Recorded.lines[..<2])
        for seq in 1...1024 {
            let amount = changing.contains(seq) ? 1 : 0
            lines.append(#"{"seq":\#(seq),"at":1.000000,"action":{"add":{"amount":\#(amount)}},"from":"user"}"#)
        }
        let sandbox = try Sandbox(["run.jsonl": Recorded.text(lines)])
        let found = try sandbox.run(["log", "run.jsonl", "--touching", "$.count", "--json"])
        #expect(found.output == Recorded.text(changing.sorted().map { lines[$0 + 1] }))
        let tree = try sandbox.run(["log", "run.jsonl", "--touching", "$.count", "--from-origin", "user", "--tree"])
        #expect(tree.output.split(separator: "\n").count == changes)
        #expect(try sandbox.run(["log", "run.jsonl", "--touching", "$.count", "--where", "$.reset"]).status == 1)
    }

    @Test func conditionsAreCombined() throws {
        #expect(
            try log("--from-origin", "effect")
                == Finished(output: "      3     0.300  effect    add {\"amount\":-10}  ← 2\n"))
        #expect(
            try log(
                "--where", "$.add", "--touching", "/count", "--state", "$.count < 0", "--from-origin", "user", "--json")
                == Finished(output: Recorded.text([Recorded.lines[9], Recorded.lines[10]])))
        #expect(
            try log("--where", "$.add", "--state", "$.count > 6", "--touching", "$.size", "--from-origin", "user")
                == Finished(
                    errors: """
                        Error: no step from 0 to 8 matches --where $.add, --from-origin user, --state $.count > 6, --touching \
                        $.size: no state there has $.size

                        """, status: 1))
        #expect(
            try log("--from-origin", "push")
                == Finished(errors: "Error: no step from 0 to 8 matches --from-origin push\n", status: 1))
    }

    @Test func aPathThatLeadsNowhereIsNamed() throws {
        #expect(
            try log("--state", "$.count > 5 || $.size > 5")
                == Finished(
                    output: "      2     0.200  user      add {\"amount\":5}\n",
                    errors: "Warning: no state from step 0 to 8 has $.size\n"))
    }

    @Test func aReplayThatDisagreesListsNoStep() throws {
        try sandbox.write(Recorded.run(line: 8, #"{"seq":4,"at":0.400000,"state":{"count":7}}"#), to: "run.jsonl")
        for (option, value, question) in [
            ("--state", "$.count < 0", "led to such a state"), ("--touching", "$.count", "changed the values"),
        ] {
            #expect(
                try log(option, value)
                    == Finished(
                        errors: """
                            Error: Can't tell which steps \(question): replay and recording disagree after
                            step 4.
                            At least one of steps 1 to 4 gave a different state than when recorded (recorded → replayed):
                                $.count  7 → -3
                            The reducer has changed since, or it is not pure: it reads a clock, a random
                            number, or something else outside the state. Try --fresh: it judges the states
                            that the present reducer makes, and uses no recorded snapshot.

                            """, status: 2))
            #expect(
                try log(option, value, "--fresh", "--to", "3").errors
                    == "By a fresh replay, which used no snapshot after the first.\n")
        }
    }

    @Test func whatCannotBeKnownIsReported() throws {
        let run =
            Recorded.lines[..<3] + [
                #"{"seq":2,"at":0.200000,"gap":{"through":3,"why":"no space left on device"}}"#,
                #"{"seq":3,"at":0.300000,"state":{"count":-4}}"#, #"{"seq":4,"at":0.400000,"opaque":"Add(1)"}"#,
                #"{"seq":4,"at":0.400000,"state":{"count":-3}}"#,
            ]
        try sandbox.write(Recorded.text(Array(run)), to: "run.jsonl")
        #expect(
            try log("--touching", "$.count")
                == Finished(
                    output: "      1     0.100  user      increment\n",
                    errors: """
                        The states are unknown after step 2.
                        Warning: 2 changes of the values came from unknown steps

                        """))
        #expect(
            try log("--touching", "$.count", "--from", "2")
                == Finished(
                    errors: """
                        The states are unknown after step 2.
                        Warning: 2 changes of the values came from unknown steps
                        Error: no step from 2 to 4 is known to match --touching $.count

                        """, status: 2))
        // The state after the step is known, whatever the step did.
        #expect(
            try log("--state", "$.count == -3")
                == Finished(
                    output: "      4     0.400            Add(1) (an action that could not be encoded)\n",
                    errors: "The states are unknown after step 2.\n"))
        #expect(
            try log("--state", "$.count == 99")
                == Finished(
                    errors: """
                        The states are unknown after step 2.
                        Error: no step from 0 to 4 is known to match --state $.count == 99

                        """, status: 2))
        #expect(
            try log("--state", "$.size == 99")
                == Finished(
                    errors: """
                        The states are unknown after step 2.
                        Error: no step from 0 to 4 is known to match --state $.size == 99: no known state there has $.size

                        """, status: 2))
        let unconfirmed = Recorded.text(Array(Recorded.lines[..<7]))
        try sandbox.write(unconfirmed, to: "run.jsonl")
        #expect(
            try log("--touching", "$.count", "--from", "4").errors
                == "No later recorded state confirms this replay: it holds if the reducer has not changed.\n")
    }

    @Test func aTimelineWithEveryStateOnFileNeedsNoProgram() throws {
        let run = [
            Recorded.header.replacing(#""counter""#, with: #""strange""#),
            #"{"seq":0,"at":0.000000,"state":{"count":0}}"#,
            #"{"seq":1,"at":0.100000,"set":{"count":4},"by":"test"}"#,
            #"{"seq":2,"at":0.200000,"set":{"count":4,"name":"x"},"by":"test"}"#,
        ]
        try sandbox.write(Recorded.text(run), to: "run.jsonl")
        #expect(
            try log("--touching", "$.count", "--state", "$.count == 4")
                == Finished(output: "      1     0.100            state set by test\n"))
    }

    @Test func stepsAreIndentedBelowTheirCauses() throws {
        let run =
            Recorded.lines[..<2] + [
                #"{"seq":1,"at":0.100000,"action":{"increment":{}},"from":"user"}"#,
                #"{"seq":2,"at":0.200000,"action":{"increment":{}},"from":"user"}"#,
                #"{"seq":3,"at":0.300000,"action":{"add":{"amount":1}},"from":"effect","cause":1}"#,
                #"{"seq":4,"at":0.400000,"action":{"add":{"amount":2}},"from":"effect","cause":2}"#,
                #"{"seq":4,"at":0.400000,"mark":"here"}"#,
                #"{"seq":5,"at":0.500000,"action":{"add":{"amount":3}},"from":"effect","cause":3}"#,
            ]
        try sandbox.write(Recorded.text(Array(run)), to: "run.jsonl")
        #expect(
            try log("--tree")
                == Finished(
                    output: """
                              1     0.100  user      increment
                              3     0.300  effect      add {"amount":1}
                              5     0.500  effect        add {"amount":3}
                              2     0.200  user      increment
                              4     0.400  effect      add {"amount":2}

                        """))
        #expect(
            try log("--tree", "--from", "2", "--where", "$.add")
                == Finished(
                    output: """
                              3     0.300  effect    add {"amount":1}  ← 1
                              5     0.500  effect      add {"amount":3}
                              4     0.400  effect    add {"amount":2}  ← 2

                        """))
    }
}
