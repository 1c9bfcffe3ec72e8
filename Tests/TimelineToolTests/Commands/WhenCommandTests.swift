import TestHarness
import Testing

/// The counter of `Recorded.run` counts 0, 1, 6, -4, -3, 0, -1, -2, -1.
@Suite(.ownThreads)
struct WhenCommandTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox(["run.jsonl": Recorded.run]) }

    private func when(_ arguments: String...) throws -> Finished {
        try sandbox.run(["when", "run.jsonl"] + arguments)
    }

    @Test func eachSpanBeginsWithItsStep() throws {
        #expect(
            try when("$.count < 0")
                == Finished(
                    output: """
                              3     0.300  effect    add {"amount":-10}  ← 2
                                                     true after steps 3 to 4
                              6     0.600  user      add {"amount":-1}
                                                     true after steps 6 to 8, the last
                        $.count < 0 is true for 5 of 9 states, in 2 spans.
                        Replay agrees with the state recorded after step 8.

                        """))
        #expect(
            try when("$.count < 0", "--json")
                == Finished(
                    output: #"{"states":9,"true":5,"spans":[[3,4],[6,8]],"confirmedBy":{"seq":8}}"# + "\n"))
    }

    @Test func theFirstStateHasNoStep() throws {
        #expect(
            try when("$.count >= 0", "--to", "3")
                == Finished(
                    output: """
                              0     0.000            the first state
                                                     true after steps 0 to 2
                        $.count >= 0 is true for 3 of 4 states.
                        Replay agrees with the state recorded after step 4.

                        """))
    }

    @Test func aSpanMayHaveOneState() throws {
        #expect(
            try when("$.count == 6", "--from", "2")
                == Finished(
                    output: """
                              2     0.200  user      add {"amount":5}
                                                     true after step 2
                        $.count == 6 is true for 1 of 7 states.
                        Replay agrees with the state recorded after step 8.

                        """))
    }

    @Test func aConditionThatIsNeverTrueExitsWith1AndNamesAPathThatLeadsNowhere() throws {
        #expect(
            try when("$.size > 3")
                == Finished(
                    output: """
                        $.size > 3 is true for none of 9 states.
                        Replay agrees with the state recorded after step 8.
                        No state has $.size.

                        """, status: 1))
        #expect(
            try when("$.size > 3", "--json")
                == Finished(
                    output: #"{"states":9,"true":0,"spans":[],"confirmedBy":{"seq":8},"unseen":["$.size"]}"# + "\n",
                    status: 1))
    }

    @Test func aReplayThatDisagreesTellsNothing() throws {
        try sandbox.write(Recorded.run(line: 8, #"{"seq":4,"at":0.400000,"state":{"count":7}}"#), to: "run.jsonl")
        #expect(
            try when("$.count < 0")
                == Finished(
                    output: """
                        Can't tell when $.count < 0 was true: replay and recording disagree after
                        step 4.
                        At least one of steps 1 to 4 gave a different state than when recorded (recorded → replayed):
                            $.count  7 → -3
                        The reducer has changed since, or it is not pure: it reads a clock, a random
                        number, or something else outside the state. Try --fresh: it judges the states
                        that the present reducer makes, and uses no recorded snapshot.

                        """, status: 2))
        #expect(
            try when("$.count < 0", "--json")
                == Finished(
                    output:
                        #"{"divergence":{"seq":4,"agreedUpTo":0,"diff":[{"op":"replace","path":"/count","value":-3}]}}"#
                        + "\n", status: 2))
        #expect(
            try when("$.count < 0", "--fresh", "--json")
                == Finished(output: #"{"states":9,"true":5,"spans":[[3,4],[6,8]],"fresh":true}"# + "\n"))
    }

    @Test func statesThatAreUnknownAreListed() throws {
        var lines = Recorded.lines
        lines[2] = #"{"seq":1,"at":0.100000,"opaque":"Increment()","from":"user"}"#
        try sandbox.write(Recorded.text(lines), to: "run.jsonl")
        #expect(
            try when("$.count == 6")
                == Finished(
                    output: """
                        $.count == 6 is true for none of 6 known states.
                        The states are unknown after steps 1 to 3.
                        Replay agrees with the state recorded after step 8.

                        """, status: 2))
    }

    @Test(
        arguments: [
            (["--to", "2"], #"{"states":3,"true":1,"spans":[[0,0]],"unknown":[[1,2]],"recorded":true}"#, 0),
            (["--from", "2"], #"{"states":7,"true":1,"spans":[[5,5]],"unknown":[[2,3]],"confirmedBy":{"seq":8}}"#, 0),
            (["--from", "2", "--to", "3"], #"{"states":2,"true":0,"spans":[],"unknown":[[2,3]]}"#, 2),
        ]
    )
    func theFirstAndTheLastStateMayBeUnknown(_ range: [String], _ output: String, _ status: Int32) throws {
        var lines = Recorded.lines
        lines[2] = #"{"seq":1,"at":0.100000,"opaque":"Increment()","from":"user"}"#
        try sandbox.write(Recorded.text(lines), to: "run.jsonl")
        #expect(
            try sandbox.run(["when", "run.jsonl", "$.count == 0", "--json"] + range)
                == Finished(output: output + "\n", status: status))
    }

    @Test func aStateThatReplaySkippedToConfirmsNothing() throws {
        let run =
            Recorded.lines[..<3] + [
                #"{"seq":2,"at":0.200000,"gap":{"through":3,"why":"no space left on device"}}"#,
                #"{"seq":3,"at":0.300000,"state":{"count":-4}}"#,
            ]
        try sandbox.write(Recorded.text(Array(run)), to: "run.jsonl")
        #expect(
            try when("$.count < 0", "--json")
                == Finished(
                    output: #"{"states":4,"true":1,"spans":[[3,3]],"unknown":[[2,2]],"recorded":true}"# + "\n"))
    }

    @Test func aTimelineWithEveryStateOnFileNeedsNoProgram() throws {
        let run = [
            Recorded.header.replacing(#""counter""#, with: #""strange""#),
            #"{"seq":0,"at":0.000000,"state":{"count":0}}"#,
            #"{"seq":1,"at":0.100000,"set":{"count":4},"by":"test"}"#,
            #"{"seq":2,"at":0.200000,"set":{"count":0},"by":"test"}"#,
        ]
        try sandbox.write(Recorded.text(run), to: "run.jsonl")
        #expect(
            try when("$.count > 0")
                == Finished(
                    output: """
                              1     0.100            state set by test
                                                     true after step 1
                        $.count > 0 is true for 1 of 3 states.

                        """))
    }
}
