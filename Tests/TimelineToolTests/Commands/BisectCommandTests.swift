import TestHarness
import Testing

@Suite(.ownThreads)
struct BisectCommandTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox(["run.jsonl": Recorded.run]) }

    private func bisect(_ arguments: String...) throws -> Finished {
        try sandbox.run(["bisect", "run.jsonl"] + arguments)
    }

    private let fiveOfNine = "Found with 5 probes of 9 states."
    private let confirmed = "Replay agrees with the state recorded after step 4."
    private let backAndForth = "It turned bad more than once: bad after 3–4, 6–8."
    private let notLookedAt = """
        Not every state was judged, so it may have turned bad more than once.
        --first judges all up to the first bad one, --all judges every one.
        """

    @Test func anExpressionFindsTheStep() throws {
        let answer = try bisect("--bad", "$.count < 0")
        #expect(answer == .found("$.count < 0", fiveOfNine, confirmed, backAndForth))
    }

    @Test func anInvariantFindsTheStep() throws {
        let answer = try bisect("--invariant", "count is never negative")
        #expect(
            answer == .found(#"the invariant "count is never negative" is broken"#, fiveOfNine, confirmed, backAndForth)
        )
    }

    @Test func aCommandFindsTheStep() throws {
        let command = #"read state; test "${state%-*}" = "$state""#
        let answer = try bisect("--run", command)
        #expect(answer == .found("`\(command)` fails", fiveOfNine, confirmed, notLookedAt))
    }

    @Test func theFirstBadStateEndsTheScan() throws {
        let answer = try bisect("--bad", "$.count < 0", "--first")
        let course = "Every state before it, from step 0 on, was good; --all also judges those after it."
        #expect(answer == .found("$.count < 0", "Found by judging 4 of 9 states, in order.", confirmed, course))
        // A command judges no later state.
        let judged = try bisect(
            "--run", #"read state; echo "$state"; test "${state%-*}" = "$state""#, "--first", "--json")
        #expect(
            judged.errors == #"{"count":0}"# + "\n" + #"{"count":1}"# + "\n" + #"{"count":6}"# + "\n" + #"{"count":-4}"#
                + "\n")
        let start =
            #"{"found":true,"bad":{"seq":3,"at":0.300000,"action":{"add":{"amount":-10}},"from":"effect","cause":2},"#
        let end =
            #""good":{"seq":2},"probes":4,"monotone":null,"diff":[{"op":"replace","path":"/count","value":-4}],"confirmedBy":{"seq":4}}"#
        #expect(judged.output == start + end + "\n")
    }

    @Test func allSpansAreListed() throws {
        let answer = try bisect("--bad", "$.count < 0", "--all")
        let spans = "The state was bad after these steps:\n  3 to 4\n  6 to 8"
        #expect(answer == .found("$.count < 0", "Found by judging 9 of 9 states, in order.", confirmed, spans))
        let json = try bisect("--bad", "$.count < 0", "--all", "--json")
        let start =
            #"{"found":true,"bad":{"seq":3,"at":0.300000,"action":{"add":{"amount":-10}},"from":"effect","cause":2},"#
        let end =
            #""good":{"seq":2},"probes":9,"monotone":false,"badSpans":[[3,4],[6,8]],"#
            + #""diff":[{"op":"replace","path":"/count","value":-4}],"confirmedBy":{"seq":4}}"#
        #expect(json.output == start + end + "\n")
    }

    @Test func aReplayWithoutALaterSnapshotIsUnconfirmed() throws {
        let lines = Recorded.lines.filter { !$0.contains("state") || $0.contains(#""seq":0"#) }.dropLast()
        let sandbox = try Sandbox(["run.jsonl": Recorded.text(Array(lines))])
        #expect(
            try sandbox.run(["bisect", "run.jsonl", "--bad", "$.count < 0"])
                == .found(
                    "$.count < 0", fiveOfNine,
                    "No later recorded state confirms this replay: it holds if the reducer has not changed.",
                    backAndForth))
    }

    @Test func statesAfterTheBadEndAreNotMentioned() throws {
        let answer = try bisect("--bad", "$.count < 0", "--bad-at", "4")
        #expect(
            answer
                == .found(
                    "$.count < 0", "Found with 4 probes of 5 states.", confirmed,
                    "Every state was judged: good before, bad since, to step 4."))
    }

    @Test func theJSONAnswerHasTheDocumentedKeys() throws {
        let answer = try bisect("--bad", "$.count < 0", "--json")
        let start =
            #"{"found":true,"bad":{"seq":3,"at":0.300000,"action":{"add":{"amount":-10}},"from":"effect","cause":2},"#
            + #""good":{"seq":2},"probes":5,"monotone":"#
        let end = #","diff":[{"op":"replace","path":"/count","value":-4}],"confirmedBy":{"seq":4}}"# + "\n"
        #expect(answer == Finished(output: start + #"false,"badSpans":[[3,4],[6,8]]"# + end))
        // The command's own output is not part of the result.
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
                        The state after step 5, the bad end, is good: $.count < 0 is false.
                        If a state before it was bad, pass its position with --bad-at, or judge every
                        state with --first.

                        """, status: 1))
        let scanned = try bisect("--bad", "$.count < 0", "--bad-at", "2", "--first")
        #expect(
            scanned
                == Finished(
                    output: """
                        The state after step 2, the bad end, is good: $.count < 0 is false.
                        So is every state from the good end to it.

                        """, status: 1))
        let misspelled = try bisect("--bad", "$.counter < 0 || $.count < -100 || $.a.b == 1")
        #expect(
            misspelled
                == Finished(
                    output: """
                        The state after step 8, the bad end, is good: $.counter < 0 || $.count < -100 || $.a.b == 1 is false.
                        No state that was judged has $.counter or $.a.b; to see the state:
                          timeline state run.jsonl 8

                        """, status: 1))
        let json = try bisect("--bad", "$.count < 0", "--bad-at", "5", "--json")
        #expect(
            json
                == Finished(
                    output: #"{"found":false,"why":"the state at the bad end is good","seq":5,"probes":1}"# + "\n",
                    status: 1))
    }

    @Test func anUnseenPathIsNamedAtEitherEnd() throws {
        let unseen = "No state that was judged has $.reset; to see the state:\n  timeline state run.jsonl "
        let found = try bisect("--bad", "$.count < 0 && !$.reset")
        #expect(
            found
                == .found("$.count < 0 && !$.reset", fiveOfNine, confirmed, backAndForth + "\n" + unseen + "3"))
        let bad = try bisect("--bad", "!$.reset")
        #expect(
            bad
                == Finished(
                    output: """
                        The state after step 0, the good end, is bad: !$.reset.
                        The timeline begins with it: no step in the timeline turned it bad.
                        \(unseen)0

                        """, status: 1))
        let good = try bisect("--bad", "$.reset", "--first")
        #expect(
            good
                == Finished(
                    output: """
                        The state after step 8, the bad end, is good: $.reset is false.
                        So is every state from the good end to it.
                        \(unseen)8

                        """, status: 1))
        let json = try bisect("--bad", "!$.reset && !$.items[?@.x]", "--json")
        #expect(
            json
                == Finished(
                    output: #"{"found":false,"why":"the state at the good end is bad","seq":0,"probes":2,"#
                        + #""unseen":["$.reset","$.items"]}"# + "\n", status: 1))
        // The same where the result is "can't tell".
        try sandbox.write(
            Recorded.text(
                Array(Recorded.lines[..<3]) + [
                    #"{"seq":2,"at":0.200000,"gap":{"through":4,"why":"no space"}}"#,
                    #"{"seq":4,"at":0.400000,"state":{"count":9}}"#,
                ]), to: "run.jsonl")
        let gap = try bisect("--bad", "$.count > 5 && !$.reset")
        #expect(
            gap
                == Finished(
                    output: """
                        Can't tell which step turned the state bad.
                        At least one of steps 2 to 4 did: not every state there could be judged
                        (4 probes).
                        \(unseen)4

                        """, status: 2))
    }

    /// RFC 9535 tests for existence, which would make the first state bad.
    @Test func aPathOnItsOwnTestsForAValueThatIsNotFalse() throws {
        var lines = [Recorded.header]
        for (seq, isPaying) in [false, false, true, true].enumerated() {
            if seq > 0 { lines.append(#"{"seq":\#(seq),"at":0.\#(seq)00000,"action":{"tap":{}},"from":"user"}"#) }
            lines.append(#"{"seq":\#(seq),"at":0.\#(seq)00000,"state":{"isPaying":\#(isPaying)}}"#)
        }
        try sandbox.write(Recorded.text(lines), to: "run.jsonl")
        #expect(
            try sandbox.run(["bisect", "run.jsonl", "--bad", "$.isPaying"], with: "timeline")
                == Finished(
                    output: """
                        Step 2 turned the state bad: $.isPaying.

                          when    0.200 s after the start, step 2 of 3
                          action  tap
                          from    user

                        What it changed:
                            $.isPaying  false → true

                        Found with 4 probes of 4 states.
                        The states before and after it are on file; it was not reduced again.
                        Every state was judged: good before, bad since.

                        Look closer:
                          timeline state run.jsonl 1
                          timeline replay run.jsonl --from 0 --to 2

                        """))
        let negated = try sandbox.run(
            ["bisect", "run.jsonl", "--bad", "!$.isPaying", "--bad-at", "1"], with: "timeline")
        #expect(
            negated
                == Finished(
                    output: """
                        The state after step 0, the good end, is bad: !$.isPaying.
                        The timeline begins with it: no step in the timeline turned it bad.

                        """, status: 1))
    }

    @Test func arithmeticJudgesStates() throws {
        let answer = try bisect("--bad", "$.count * 2 + 1 < -1 - $.count")
        #expect(answer == .found("$.count * 2 + 1 < -1 - $.count", fiveOfNine, confirmed, backAndForth))
    }

    @Test func aBadStateAtTheGoodEndIsANegativeFinding() throws {
        let answer = try bisect("--bad", "$.count < 0", "--good", "3")
        #expect(
            answer
                == Finished(
                    output: """
                        The state after step 3, the good end, is bad: $.count < 0.
                        Pass an earlier position with --good.

                        """, status: 1))
        let first = try bisect("--bad", "$.count > -9")
        #expect(
            first
                == Finished(
                    output: """
                        The state after step 0, the good end, is bad: $.count > -9.
                        The timeline begins with it: no step in the timeline turned it bad.

                        """, status: 1))
    }

    @Test func cannotTellOfACommandIsPassedOn() throws {
        let ends = try bisect("--run", "exit 125")
        #expect(
            ends
                == Finished(
                    output: """
                        Can't tell whether a step turned the state bad: the state after step 8 could not
                        be judged. Pass other positions with --good and --bad-at.

                        """, status: 2))
    }

    @Test func statesThatCannotBeJudgedAreAvoided() throws {
        // It cannot judge -4 and -3, after steps 3 and 4.
        let answer = try bisect(
            "--run", #"read state; case "$state" in *-4*|*-3*) exit 125;; *-*) exit 1;; esac"#, "--json")
        #expect(
            answer
                == Finished(
                    output:
                        #"{"found":true,"bad":{"seq":6,"at":0.600000,"action":{"add":{"amount":-1}},"from":"user"},"#
                        + #""good":{"seq":5},"probes":6,"monotone":null,"#
                        + #""diff":[{"op":"replace","path":"/count","value":-1}],"confirmedBy":{"seq":8}}"# + "\n"))
    }

    @Test func candidatesAreNamedIfStatesCannotBeJudged() throws {
        // Good after steps 1 and 2, bad after 5, and unknown between.
        let command = #"read state; case "$state" in *-*) exit 125;; *:0*) exit 1;; esac"#
        let answer = try bisect("--run", command, "--good", "1", "--bad-at", "5")
        #expect(
            answer
                == Finished(
                    output: """
                        Can't tell which step turned the state bad.
                        At least one of steps 3 to 5 did: not every state there could be judged
                        (5 probes).

                        """, status: 2))
        let json = try bisect("--run", command, "--good", "1", "--bad-at", "5", "--json")
        #expect(
            json
                == Finished(
                    output: #"{"found":false,"why":"states could not be judged","candidates":[3,5],"probes":5}"# + "\n",
                    status: 2))
    }

    @Test(arguments: [
        ("exit 130", "exited with status 130", ""), ("kill -TERM $$", "was ended by signal 15", ""),
        (
            "/nowhere/judge", "exited with status 127: the shell did not find a command",
            "/bin/sh: 1: /nowhere/judge: not found\n"
        ),
        (
            "./run.jsonl", "exited with status 126: the shell could not run a command",
            "/bin/sh: 1: ./run.jsonl: Permission denied\n"
        ),
    ])
    func aCommandCanStopTheSearch(_ command: String, _ how: String, _ said: String) throws {
        let answer = try bisect("--run", command)
        #expect(
            answer
                == Finished(
                    errors: said + """
                        Error: the search was stopped: `\(command)` \(how).
                        It should exit with 0 for a good state, 1 to 124 for a bad one, and 125 where it can't tell.

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

    @Test func theOutputOfACommandIsShownWhereTheGoodEndIsBad() throws {
        let answer = try bisect("--run", "read state; echo \"$state is bad\" >&2; exit 1")
        #expect(
            answer
                == Finished(
                    output: """
                        The state after step 0, the good end, is bad: `read state; echo "$state is bad" >&2; exit 1` fails.
                        The timeline begins with it: no step in the timeline turned it bad.

                        """,
                    errors: #"{"count":-1} is bad"# + "\n" + #"{"count":0} is bad"# + "\n", status: 1))
    }

    // MARK: - Changes

    /// A step that changes 30 values, one of them a long text.
    private static let wide: String = {
        func state(_ seq: Int, _ value: String) -> String {
            let members = (10..<40).map { #""k\#($0)":\#(value)"# }.joined(separator: ",")
            return #"{"seq":\#(seq),"at":0.\#(seq)00000,"state":{\#(members)}}"#
        }
        return Recorded.text([
            Recorded.header.replacing(#""counter""#, with: #""notes""#), state(0, "0"),
            #"{"seq":1,"at":0.100000,"action":{"filled":{"with":"\#(String(repeating: "x", count: 90))"}}}"#,
            state(1, #""\#(String(repeating: "x", count: 90))""#),
        ])
    }()

    @Test func onATerminalTheNumberOfHiddenChangesIsShownWithTheFlag() throws {
        try sandbox.write(Self.wide, to: "run.jsonl")
        let arguments = ["bisect", "run.jsonl", "--bad", "$.k10 != 0"]
        let atTerminal = try sandbox.talk(arguments, with: "bare-timeline", [], environment: ["NO_COLOR": "1"])
        let short =
            "    $.k29  0 → \"\(String(repeating: "x", count: 61))…\n    and 10 more changes: --full shows all\n\nFound"
        #expect(atTerminal.output.contains(short))
        let full = try sandbox.talk(
            arguments + ["--full"], with: "bare-timeline", [], environment: ["NO_COLOR": "1"], columns: 200)
        let whole = String(repeating: "x", count: 90)
        #expect(full.output.matches(of: /\$\.k\d\d/).count == 31)
        #expect(full.output.ranges(of: whole).count == 31)
        #expect(!full.output.contains("--full"))
        let narrow = try sandbox.talk(
            arguments + ["--full"], with: "bare-timeline", [], environment: ["NO_COLOR": "1"])
        #expect(narrow.output.ranges(of: whole).count == 31)
        // Elsewhere none is hidden.
        let piped = try sandbox.run(arguments, with: "bare-timeline")
        #expect(piped.output.split(separator: "\n").filter { $0.hasPrefix("    $.k") }.count == 30)
    }
}
