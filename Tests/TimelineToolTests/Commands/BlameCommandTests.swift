import TestHarness
import Testing

/// The counter of `Recorded.run` counts 0, 1, 6, -4, -3, 0, -1, -2, -1.
@Suite(.ownThreads)
struct BlameCommandTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox(["run.jsonl": Recorded.run]) }

    private func blame(_ arguments: String...) throws -> Finished {
        try sandbox.run(["blame", "run.jsonl"] + arguments)
    }

    @Test func eachStepIsListedWithWhatItChangedNewestFirst() throws {
        #expect(
            try blame("$.count", "--from", "2", "--to", "4")
                == Finished(
                    output: """
                              4     0.400  user      increment
                                                       $.count  -4 → -3
                              3     0.300  effect    add {"amount":-10}  ← 2
                                                       $.count  6 → -4
                              2     0.200  user      add {"amount":5}
                                                       $.count  1 → 6
                        3 of 3 steps changed $.count.
                        Replay agrees with the state recorded after step 4.

                        """))
        #expect(
            try blame("/count", "--from", "3", "--to", "4", "--json")
                == Finished(
                    output: #"{"path":"/count","changes":[{"step":"# + Recorded.lines[6]
                        + #","changes":[{"path":"/count","before":-4,"after":-3}]},{"step":"# + Recorded.lines[4]
                        + #","changes":[{"path":"/count","before":6,"after":-4}]}],"states":3,"confirmedBy":{"seq":4}}"#
                        + "\n"))
    }

    @Test func onlyAValueThatDiffersIsAChange() throws {
        // A reset from 0 to 0.
        try sandbox.write(
            Recorded.text(
                Recorded.lines[..<2] + [
                    #"{"seq":1,"at":0.100000,"action":{"reset":{}}}"#,
                    #"{"seq":2,"at":0.200000,"action":{"increment":{}}}"#,
                ]), to: "run.jsonl")
        #expect(
            try blame("")
                == Finished(
                    output: """
                              2     0.200            increment
                                                       $.count  0 → 1
                        1 of 2 steps changed $.
                        No later recorded state confirms this replay: it holds if the reducer has not changed.

                        """))
    }

    @Test func theLastWriterIsListedAlone() throws {
        #expect(
            try blame("$.count", "--at", "5")
                == Finished(
                    output: """
                              5     0.500  user      reset
                                                       $.count  -3 → 0
                        No later step up to step 5 changed $.count.
                        Replay agrees with the state recorded after step 8.

                        """))
        #expect(
            try blame("$[?@ < -3]", "--at", "-1", "--json")
                == Finished(
                    output: #"{"path":"$[?@ < -3]","changes":[{"step":"# + Recorded.lines[6]
                        + #","changes":[{"path":"/count","before":-4}]}],"states":5,"confirmedBy":{"seq":8}}"# + "\n"))
    }

    @Test func aPathThatNothingChangedExitsWith1AndNamesAPathThatLeadsNowhere() throws {
        #expect(
            try blame("$.size")
                == Finished(
                    output: """
                        None of 8 steps changed $.size.
                        Replay agrees with the state recorded after step 8.
                        No state has $.size.

                        """, status: 1))
        #expect(
            try blame("/size", "--at", "4", "--json")
                == Finished(
                    output: #"{"path":"/size","changes":[],"states":5,"confirmedBy":{"seq":4},"unseen":["$.size"]}"#
                        + "\n",
                    status: 1))
    }

    @Test func aReplayThatDisagreesNamesNoStepBeforeIt() throws {
        try sandbox.write(Recorded.run(line: 8, #"{"seq":4,"at":0.400000,"state":{"count":7}}"#), to: "run.jsonl")
        let disagreement = """
            step 4.
            At least one of steps 1 to 4 gave a different state than when recorded (recorded → replayed):
                $.count  7 → -3
            The reducer has changed since, or it is not pure: it reads a clock, a random
            number, or something else outside the state. Try --fresh: it judges the states
            that the present reducer makes, and uses no recorded snapshot.

            """
        #expect(
            try blame("$.count", "--to", "4")
                == Finished(
                    output:
                        "Can't tell which steps changed $.count: replay and recording disagree after\n\(disagreement)",
                    status: 2))
        #expect(
            try blame("$.count", "--at", "4", "--json")
                == Finished(
                    output: #"{"path":"$.count","changes":[],"states":0,"#
                        + #""divergence":{"seq":4,"agreedUpTo":0,"diff":[{"op":"replace","path":"/count","value":-3}]}}"#
                        + "\n", status: 2))
        #expect(
            try blame("$.count", "--at", "4", "--fresh", "--json")
                == Finished(
                    output: #"{"path":"$.count","changes":[{"step":"# + Recorded.lines[6]
                        + #","changes":[{"path":"/count","before":-4,"after":-3}]}],"states":2,"fresh":true}"# + "\n"))
    }

    private static let gap = Recorded.text(
        Recorded.lines[..<3] + [
            #"{"seq":2,"at":0.200000,"gap":{"through":3,"why":"no space left on device"}}"#,
            #"{"seq":3,"at":0.300000,"state":{"count":-4}}"#,
        ] + Recorded.lines[6...].dropLast())

    @Test func noStepIsNamedForAChangeInAGap() throws {
        try sandbox.write(Self.gap, to: "run.jsonl")
        #expect(
            try blame("$.count", "--to", "4")
                == Finished(
                    output: """
                              4     0.400  user      increment
                                                       $.count  -4 → -3
                              3  some step between the states after steps 1 and 3, can't tell which
                                                       $.count  1 → -4
                              1     0.100  user      increment
                                                       $.count  0 → 1
                        2 of 4 steps are known to have changed $.count, and 1 change came from unknown steps.
                        The states are unknown after step 2.
                        Replay agrees with the state recorded after step 4.

                        """))
        #expect(
            try blame("$.count", "--at", "3")
                == Finished(
                    output: """
                              3  some step between the states after steps 1 and 3, can't tell which
                                                       $.count  1 → -4
                        Can't tell which step up to step 3 last changed $.count.

                        """, status: 2))
        #expect(
            try blame("$.count", "--at", "3", "--json")
                == Finished(
                    output: #"{"path":"$.count","changes":[{"between":[1,3],"#
                        + #""changes":[{"path":"/count","before":1,"after":-4}]}],"states":3,"recorded":true}"# + "\n",
                    status: 2))
        // The value is the same before and after the gap, but a step inside it may have changed it.
        #expect(
            try blame("$[?@ > 0]", "--at", "4")
                == Finished(
                    output: """
                              3  some step between the states after steps 1 and 3, can't tell which
                                                     - $.count  1
                        Can't tell which step up to step 4 last changed $[?@ > 0].
                        Replay agrees with the state recorded after step 4.

                        """, status: 2))
        try sandbox.write(Self.gap.replacing(#""count":-4"#, with: #""count":1"#), to: "run.jsonl")
        #expect(
            try blame("$.count", "--at", "3")
                == Finished(
                    output: """
                              1     0.100  user      increment
                                                       $.count  0 → 1
                        Can't tell whether this is the last step up to step 3 that changed $.count.
                        The states are unknown after step 2.

                        """, status: 2))
    }

    @Test func thatNoStepChangedAPathIsNotClaimedWhereStatesAreUnknown() throws {
        try sandbox.write(Self.gap, to: "run.jsonl")
        #expect(
            try blame("$.size", "--to", "4")
                == Finished(
                    output: """
                        None of 4 steps is known to have changed $.size.
                        The states are unknown after step 2.
                        Replay agrees with the state recorded after step 4.
                        No known state has $.size.

                        """, status: 2))
        #expect(
            try blame("$.count", "--from", "2", "--to", "3")
                == Finished(
                    output: """
                              3  some step between the states after steps 1 and 3, can't tell which
                                                       $.count  1 → -4
                        None of 2 steps is known to have changed $.count, and 1 change came from unknown steps.
                        The states are unknown after step 2.

                        """, status: 2))
    }

    @Test func aTimelineWithEveryStateOnFileNeedsNoProgram() throws {
        let run = [
            Recorded.header.replacing(#""counter""#, with: #""strange""#),
            #"{"seq":0,"at":0.000000,"state":{"count":0}}"#,
            #"{"seq":1,"at":0.100000,"set":{"count":4},"by":"test"}"#,
            #"{"seq":2,"at":0.200000,"set":{"count":4,"name":"x"},"by":"test"}"#,
        ]
        try sandbox.write(Recorded.text(run), to: "run.jsonl")
        let first = """
                  1     0.100            state set by test
                                           $.count  0 → 4

            """
        #expect(try blame("$.count") == Finished(output: first + "1 of 2 steps changed $.count.\n"))
        #expect(
            try blame("$.count", "--at", "2")
                == Finished(output: first + "No later step up to step 2 changed $.count.\n"))
        #expect(
            try blame("$.name")
                == Finished(
                    output: """
                              2     0.200            state set by test
                                                     + $.name  "x"
                        1 of 2 steps changed $.name.

                        """))
        // One state is missing, so that a reducer is needed, and nothing is printed before that is known.
        try sandbox.write(Recorded.text(run + [#"{"seq":3,"at":0.300000,"action":{"increment":{}}}"#]), to: "run.jsonl")
        let missing = try blame("$.count")
        #expect(missing.status == 69)
        #expect(missing.output == "")
    }

    @Test func aLongTimelineIsSearchedFromItsEnd() throws {
        var lines = Array(Recorded.lines[..<2])
        for seq in 1...60_000 {
            let action = seq == 100 || seq == 59_990 ? "increment" : #"add":{"amount":0},"x"#
            lines.append(#"{"seq":\#(seq),"at":1.000000,"action":{"\#(action)":{}}}"#.replacing(#","x":{}"#, with: ""))
            if seq % 500 == 0 {
                lines.append(
                    #"{"seq":\#(seq),"at":1.000000,"state":{"count":\#(seq < 100 ? 0 : seq < 59_990 ? 1 : 2)}}"#)
            }
        }
        try sandbox.write(Recorded.text(lines), to: "run.jsonl")
        func answer(_ seq: Int, _ before: Int, at: Int, confirmedBy: Int) -> Finished {
            Finished(
                output: """
                    \(String(repeating: " ", count: 7 - "\(seq)".count))\(seq)     1.000            increment
                                                   $.count  \(before) → \(before + 1)
                    No later step up to step \(at) changed $.count.
                    Replay agrees with the state recorded after step \(confirmedBy).

                    """)
        }
        #expect(try blame("$.count", "--at", "end") == answer(59_990, 1, at: 60_000, confirmedBy: 60_000))
        #expect(try blame("$.count", "--at", "59989") == answer(100, 0, at: 59_989, confirmedBy: 60_000))
        #expect(try blame("$.count", "--at", "300") == answer(100, 0, at: 300, confirmedBy: 500))
        #expect(try blame("$.count", "--at", "59989", "--from", "101").status == 1)
    }
}
