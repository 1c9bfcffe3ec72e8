import Testing

struct BisectCommandTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox(["run.jsonl": Recorded.run]) }

    private func bisect(_ arguments: String...) throws -> Finished {
        try sandbox.run(["bisect", "run.jsonl"] + arguments)
    }

    /// What is said of step 3, which every way of judging finds.
    private func found(_ why: String, _ probes: Int, of states: Int, _ course: String) -> Finished {
        Finished(
            output: """
                Step 3 turned the state bad: \(why).

                  when    0.300 s after the start, step 3 of 8
                  action  add {"amount":-10}
                  from    effect, caused by step 2

                What it changed:
                    $.count  6 → -4

                Found with \(probes) probes of \(states) states.
                \(course)

                Look closer:
                  timeline state run.jsonl 2
                  timeline replay run.jsonl --from 0 --to 3

                """)
    }

    private let backAndForth = "It turned back and forth: bad after 3–4, 6–8."
    private let notLookedAt =
        "Not every state was looked at, so it may have turned back and forth.\n--first looks at each."

    @Test func anExpressionFindsTheStep() throws {
        let answer = try bisect("--bad", "$.count < 0")
        #expect(answer == found("$.count < 0", 5, of: 9, backAndForth))
    }

    @Test func aRuleOfTheProgramFindsTheStep() throws {
        let answer = try bisect("--invariant", "count is never negative")
        #expect(answer == found(#"the rule "count is never negative" is broken"#, 5, of: 9, backAndForth))
    }

    @Test func aCommandFindsTheStep() throws {
        let command = #"read state; test "${state%-*}" = "$state""#
        let answer = try bisect("--run", command)
        #expect(answer == found("`\(command)` says bad", 5, of: 9, notLookedAt))
    }

    @Test func everyStateInTurnFindsTheStep() throws {
        let answer = try bisect("--bad", "$.count < 0", "--first")
        #expect(answer == found("$.count < 0", 9, of: 9, backAndForth))
    }

    @Test func nothingIsSaidOfStatesAfterTheBadEnd() throws {
        let answer = try bisect("--bad", "$.count < 0", "--bad-at", "4")
        #expect(
            answer
                == found(
                    "$.count < 0", 4, of: 5, "A look at every state agrees: good before, bad since, to step 4."))
    }

    @Test func theAnswerInJSONHasTheKeysThatArePromised() throws {
        let answer = try bisect("--bad", "$.count < 0", "--json")
        let start =
            #"{"found":true,"bad":{"seq":3,"at":0.300000,"action":{"add":{"amount":-10}},"from":"effect","cause":2},"#
            + #""good":{"seq":2},"probes":5,"monotone":"#
        let end = #","diff":[{"op":"replace","path":"/count","value":-4}]}"# + "\n"
        #expect(answer == Finished(output: start + #"false,"badSpans":[[3,4],[6,8]]"# + end))
        // A command's own words are no part of it.
        let judged = try bisect("--run", #"read state; echo "$state"; test "${state%-*}" = "$state""#, "--json")
        #expect(judged.output == start + "null" + end)
        #expect(
            judged.errors.split(separator: "\n") == [
                #"{"count":-1}"#, #"{"count":0}"#, #"{"count":-3}"#, #"{"count":6}"#, #"{"count":-4}"#,
            ])
    }

    @Test func aGoodStateAtTheBadEndIsANegativeFinding() throws {
        let answer = try bisect("--bad", "$.count < 0", "--bad-at", "5")
        #expect(
            answer
                == Finished(
                    output: """
                        The state after step 5, the bad end, is good: it is not so that $.count < 0.
                        Where it was bad in between, name a bad position with --bad-at, or look at
                        every state with --first.

                        """, status: 1))
        let scanned = try bisect("--bad", "$.count < 0", "--bad-at", "2", "--first")
        #expect(
            scanned
                == Finished(
                    output: """
                        The state after step 2, the bad end, is good: it is not so that $.count < 0.
                        So is every state before it, from the good end on.

                        """, status: 1))
        let misspelled = try bisect("--bad", "$.counter < 0 || $.count < -100 || $.a.b == 1")
        #expect(
            misspelled
                == Finished(
                    output: """
                        The state after step 8, the bad end, is good: it is not so that $.counter < 0 || $.count < -100 || $.a.b == 1.
                        That state has no $.counter, and no $.a.b; see what it has:
                          timeline state run.jsonl 8

                        """, status: 1))
        let json = try bisect("--bad", "$.count < 0", "--bad-at", "5", "--json")
        #expect(
            json
                == Finished(
                    output: #"{"found":false,"why":"the state at the bad end is good","seq":5,"probes":1}"# + "\n",
                    status: 1))
    }

    @Test func aBadStateAtTheGoodEndIsANegativeFinding() throws {
        let answer = try bisect("--bad", "$.count < 0", "--good", "3")
        #expect(
            answer
                == Finished(
                    output: """
                        The state after step 3, the good end, is bad already: $.count < 0.
                        Name an earlier position with --good.

                        """, status: 1))
        let first = try bisect("--bad", "$.count > -9")
        #expect(
            first
                == Finished(
                    output: """
                        The state after step 0, the good end, is bad already: $.count > -9.
                        It was bad before the first step of this timeline, so no step in it turned it bad.

                        """, status: 1))
    }

    @Test func whatACommandCannotTellIsNotMadeUp() throws {
        let ends = try bisect("--run", "exit 125")
        #expect(
            ends
                == Finished(
                    output: """
                        It can't be told whether a step turned the state bad: the state after step 8
                        could not be judged.
                        Name other positions with --good and --bad-at.

                        """, status: 2))
    }

    @Test func statesThatCannotBeJudgedAreGoneRound() throws {
        // It cannot judge -4 and -3, after steps 3 and 4.
        let answer = try bisect(
            "--run", #"read state; case "$state" in *-4*|*-3*) exit 125;; *-*) exit 1;; esac"#, "--json")
        #expect(
            answer
                == Finished(
                    output:
                        #"{"found":true,"bad":{"seq":6,"at":0.600000,"action":{"add":{"amount":-1}},"from":"user"},"#
                        + #""good":{"seq":5},"probes":6,"monotone":null,"#
                        + #""diff":[{"op":"replace","path":"/count","value":-1}]}"# + "\n"))
    }

    @Test func whereTheyStandInTheWayTheCandidatesAreNamed() throws {
        // Good after steps 1 and 2, bad after 5, and nothing is known of those between.
        let command = #"read state; case "$state" in *-*) exit 125;; *:0*) exit 1;; esac"#
        let answer = try bisect("--run", command, "--good", "1", "--bad-at", "5")
        #expect(
            answer
                == Finished(
                    output: """
                        It can't be told which step turned the state bad.
                        One of steps 3 to 5 did: not every state there could be judged
                        (5 states asked about).

                        """, status: 2))
        let json = try bisect("--run", command, "--good", "1", "--bad-at", "5", "--json")
        #expect(
            json
                == Finished(
                    output: #"{"found":false,"why":"states could not be judged","candidates":[3,5],"probes":5}"# + "\n",
                    status: 2))
    }

    @Test(arguments: [
        ("exit 130", "exited with status 130"), ("kill -TERM $$", "was ended by signal 15"),
    ])
    func aCommandCanStopTheSearch(_ command: String, _ how: String) throws {
        let answer = try bisect("--run", command)
        #expect(
            answer
                == Finished(
                    errors: """
                        Error: the search was stopped: `\(command)` \(how).
                        It should exit with 0 for a good state, 1 to 124, 126 or 127 for a bad one, and 125 where it can't tell.

                        """, status: 70))
    }

    @Test func aTimelineWithoutStepsHasNothingToSearch() throws {
        let answer = try sandbox.run(
            ["bisect", "-", "--bad", "$.count < 0"], input: Recorded.text(Array(Recorded.lines[..<2])))
        #expect(
            answer
                == Finished(
                    errors: "Error: standard input has no step to search: its only position is 0\n", status: 1))
    }

    // MARK: - Asking

    @Test func aPersonIsAsked() throws {
        let question = "Is this state good? [y]es, [n]o, [s]kip, show [w]hole state, [q]uit: "
        let answer = try sandbox.talk(
            ["bisect", "run.jsonl"],
            [
                (question, "n\n"), (question, "y\n"), (question, "maybe\n"), (question, "no\n"), (question, "w\n"),
                (question, "y\n"), (question, "n\n"),
            ], environment: ["NO_COLOR": "1"])
        #expect(answer.output == transcript)
        #expect(answer.status == 0)
    }

    @Test func aPersonCanGiveUp() throws {
        let answer = try sandbox.talk(["bisect", "run.jsonl"], [("[q]uit: ", "q\n")])
        #expect(answer.output.hasSuffix("[q]uit: q\nError: the search was given up\n"))
        #expect(answer.status == 2)
    }

    private let transcript = """

        {
          "count": -1
        }
        This is the state after step 8 (5 questions left, or so):
              8     0.800  user      increment
        Is this state good? [y]es, [n]o, [s]kip, show [w]hole state, [q]uit: n

        What differs from the state after step 8:
              $.count  -1 → 0
        This is the state after step 0 (4 questions left, or so):
        Is this state good? [y]es, [n]o, [s]kip, show [w]hole state, [q]uit: y

        What differs from the state after step 0:
              $.count  0 → -3
        This is the state after step 4 (3 questions left, or so):
              4     0.400  user      increment
        Is this state good? [y]es, [n]o, [s]kip, show [w]hole state, [q]uit: maybe
        Answer with y, n, s, w or q.
        Is this state good? [y]es, [n]o, [s]kip, show [w]hole state, [q]uit: no

        What differs from the state after step 4:
              $.count  -3 → 6
        This is the state after step 2 (2 questions left, or so):
              2     0.200  user      add {"amount":5}
        Is this state good? [y]es, [n]o, [s]kip, show [w]hole state, [q]uit: w
        {
          "count": 6
        }
        Is this state good? [y]es, [n]o, [s]kip, show [w]hole state, [q]uit: y

        What differs from the state after step 2:
              $.count  6 → -4
        This is the state after step 3 (1 question left, or so):
              3     0.300  effect    add {"amount":-10}
        Is this state good? [y]es, [n]o, [s]kip, show [w]hole state, [q]uit: n
        Step 3 turned the state bad.

          when    0.300 s after the start, step 3 of 8
          action  add {"amount":-10}
          from    effect, caused by step 2

        What it changed:
            $.count  6 → -4

        Found with 5 probes of 9 states.
        Not every state was looked at, so it may have turned back and forth.

        Look closer:
          timeline state run.jsonl 2
          timeline replay run.jsonl --from 0 --to 3

        """
}
