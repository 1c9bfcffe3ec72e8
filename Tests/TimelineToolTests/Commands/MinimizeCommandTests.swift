import Foundation
import TestHarness
import Testing

/// The counter of `Recorded.run` counts 0, 1, 6, -4, -3, 0, -1, -2, -1.
@Suite(.ownThreads)
struct MinimizeCommandTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox(["run.jsonl": Recorded.run]) }

    private func minimize(_ arguments: String...) throws -> Finished {
        try sandbox.run(["minimize", "run.jsonl"] + arguments)
    }

    private func found(_ reason: String, runs: Int, file: String = "run.minimal.jsonl") -> Finished {
        Finished(
            output: """
                8 steps → 2

                      2     0.200  user      add {"amount":0}
                      3     0.300  effect    add {"amount":-1}  ← 2

                After the last: \(reason).
                Actions made smaller: steps 2 to 3.
                1-minimal: it does not happen without any one of these steps and what that step caused.
                Found with \(runs) runs, and run again.
                Saved in \(file)

                """)
    }

    @Test func aCrashIsJudgedOnce() throws {
        let finished = try Sandbox(["run.jsonl": Recorded.run]).run([
            "minimize", "run.jsonl", "--crash", "--repeat", "3",
        ])
        #expect(finished.status == 64 && finished.output.isEmpty)
        #expect(finished.errors.hasPrefix("Error: --repeat: a crash is judged once. Omit it with --crash.\n"))
    }

    @Test func theActionsThatItTakesAreSavedAsATimeline() throws {
        #expect(try minimize("--bad", "$.count < 0") == found("$.count < 0", runs: 14))
        #expect(
            try sandbox.read("run.minimal.jsonl") == """
                {"timeline":1,"session":"9975a328-a39b-82c1-8eb5-332340c5ab68","program":"counter","version":"1.0.0",\
                "started":"2026-11-21T04:31:05.123456Z","segment":1,\
                "platform":{"os":"Linux","arch":"x86_64","swift":"6.3.1"},\
                "derived":{"session":"0c8b1a52-7a35-4b6b-9f0e-1f6a3c5d7e90","by":"minimize","skipped":[[1,1],[4,8]],\
                "edited":[{"seq":2,"action":{"add":{"amount":0}}},{"seq":3,"action":{"add":{"amount":-1}}}]},\
                "checksums":"crc32c","crc":"2406e91c"}
                {"seq":0,"at":0.000000,"state":{"count":0},"crc":"7d467942"}
                {"seq":1,"at":0.200000,"action":{"add":{"amount":0}},"from":"user","recorded":2,"crc":"83d0b31e"}
                {"seq":2,"at":0.300000,"action":{"add":{"amount":-1}},"from":"effect","cause":1,"recorded":3,"crc":"8431c8f1"}
                {"seq":2,"at":0.300000,"state":{"count":-1},"crc":"e6cfb16e"}
                {"seq":2,"at":0.300000,"end":{"actions":2,"snapshots":2},"crc":"e9617d7e"}

                """)
        let replayed = try sandbox.run(["replay", "run.minimal.jsonl", "--verify"])
        #expect(replayed == Finished(output: "2 steps replayed. It agrees with 1 recorded state.\n"))
        #expect(
            try minimize("--bad", "$.count < 0")
                == Finished(errors: "Error: run.minimal.jsonl already exists; --force replaces it\n", status: 73))
    }

    @Test func anInvariantOrACommandMayJudge() throws {
        #expect(
            try minimize("--invariant", "count is never negative")
                == found(#"the invariant "count is never negative" is broken"#, runs: 14))
        let command = #"read state; test "${state%-*}" = "$state""#
        #expect(
            try minimize("--run", command, "-o", "x.jsonl") == found("`\(command)` fails", runs: 18, file: "x.jsonl"))
    }

    @Test func actionsAreKeptAsTheyWereRecordedIfAsked() throws {
        #expect(
            try minimize("--bad", "$.count < 0", "--no-payloads", "--json")
                == Finished(
                    output: #"{"steps":2,"of":8,"kept":[2,3],"changed":[],"probes":4,"ended":"minimal","minimal":true,"#
                        + #""output":"run.minimal.jsonl"}"# + "\n"))
    }

    @Test func aStateThatWasSetIsAStep() throws {
        var lines = Recorded.lines
        lines[2] = #"{"seq":1,"at":0.100000,"set":{"count":7},"by":"hotReload"}"#
        try sandbox.write(
            Recorded.text(lines.filter { !$0.contains(#""state":{"count":-"#) && !$0.contains("end") }), to: "run.jsonl"
        )
        #expect(
            try minimize("--bad", "$.count > 11", "--json")
                == Finished(
                    output: #"{"steps":2,"of":8,"kept":[1,2],"changed":[],"probes":7,"ended":"minimal","minimal":true,"#
                        + #""output":"run.minimal.jsonl"}"# + "\n"))
    }

    @Test func aCrashIsMinimizedInProcessesOfItsOwn() throws {
        // The crash comes after a step that can be left out, and before others.
        var lines = Recorded.lines.filter { !$0.contains(#""state":{"count":-"#) && !$0.contains("end") }
        lines[7] = #"{"seq":5,"at":0.500000,"action":{"crash":{}},"from":"user"}"#
        try sandbox.write(Recorded.text(lines), to: "run.jsonl")
        let finished = try minimize("--crash")
        #expect(
            finished
                == Finished(
                    output: """
                        8 steps → 1

                              5     0.500  user      crash

                        After the last: the reducer crashes (SIGILL).
                        1-minimal: it does not happen without any one of these steps and what that step caused.
                        Found with 5 runs, and run again.
                        Saved in run.minimal.jsonl

                        """))
        let info = try sandbox.run(["info", "run.minimal.jsonl"])
        #expect(info.output.hasSuffix("ended      in step 1, whose reducer never returned\n"))
    }

    @Test(arguments: [
        (
            ["--bad", "$.count < -10"],
            "no state of run.jsonl is bad, reduced with this program: $.count < -10 is false"
        ),
        (
            ["--bad", "$.size < -10"],
            "no state of run.jsonl is bad, reduced with this program: $.size < -10 is false; no state has $.size"
        ),
        (["--run", "true"], "the last state of run.jsonl is good, reduced with this program: `true` succeeds"),
        (["--bad", "$.count == 0"], "the first state of run.jsonl is bad: no action turned it bad"),
        (["--crash"], "the reducer returns from every step of run.jsonl: with this program, the run does not crash"),
    ])
    func aRunThatDoesNotEndBadExitsWith1(_ arguments: [String], _ message: String) throws {
        let finished = try sandbox.run(["minimize", "run.jsonl"] + arguments)
        #expect(finished == Finished(errors: "Error: \(message)\n", status: 1))
        #expect(sandbox.files().count == 1)
    }

    @Test func aBudgetThatEndsKeepsTheBestSoFar() throws {
        // Each judgment takes a quarter of the budget.
        let finished = try minimize(
            "--run", #"sleep 0.25; read state; test "${state%-*}" = "$state""#, "--seconds", "1", "--json")
        #expect(finished.status == 0 && finished.errors == "")
        #expect(finished.output.contains(#""ended":"budget","minimal":false,"output":"run.minimal.jsonl"}"#))
        let replayed = try sandbox.run(["replay", "run.minimal.jsonl", "--verify"])
        #expect(replayed.status == 0)
    }

    @Test func controlCKeepsTheBestSoFar() throws {
        let command = #"touch judged; sleep 0.2; read state; test "${state%-*}" = "$state""#
        let path = "\(sandbox.folder)/judged"
        let finished = try sandbox.run(["minimize", "run.jsonl", "--run", command]) { id in
            while !FileManager.default.fileExists(atPath: path) { usleep(10_000) }
            usleep(500_000)
            kill(id, SIGINT)
        }
        #expect(finished.status == 0, "\(finished)")
        #expect(finished.output.contains("Interrupted: this is the best so far, and fewer steps may be enough.\n"))
        #expect(try sandbox.run(["replay", "run.minimal.jsonl", "--verify"]).status == 0)
    }

    // MARK: - Verdicts that contradict each other

    /// Good and bad in turn.
    private static let flaky = "n=$(cat n 2>/dev/null || echo 0); echo $((n+1)) > n; exit $((n % 2))"

    private static let reason = """
        the state after step 8 was judged good, and then bad.
        The command depends on more than the state: on time, on chance, or on what it left behind.

        """

    @Test func aCommandThatContradictsItselfGivesNoResult() throws {
        let finished = try minimize("--run", Self.flaky, "--repeat", "2")
        #expect(
            finished
                == Finished(errors: "Error: can't tell which actions turn the state bad: \(Self.reason)", status: 2))
        #expect(Set(sandbox.files().keys) == ["run.jsonl", "n"])
    }

    @Test func aCommandThatContradictsItselfNamesNoCulprit() throws {
        let finished = try sandbox.run(["bisect", "run.jsonl", "--run", Self.flaky, "--repeat", "3", "--json"])
        #expect(
            finished
                == Finished(
                    output: #"{"contradiction":{"seq":8,"verdicts":["good","bad"]}}"# + "\n",
                    errors: "Error: can't tell which step turned the state bad: \(Self.reason)", status: 2))
    }

    /// The command agrees with itself at both ends, and contradicts itself at a state between.
    @Test func aContradictionIsNamedWhereItIs() throws {
        let rarely = """
            n=$(cat n 2>/dev/null || echo 0); echo $((n+1)) > n; read state
            test $n = 5 && exit 0; test "${state%-*}" = "$state"
            """
        let finished = try sandbox.run(["bisect", "run.jsonl", "--run", rarely, "--repeat", "2"])
        #expect(finished.status == 2 && finished.output == "", "\(finished)")
        #expect(
            finished.errors.hasPrefix(
                "Error: can't tell which step turned the state bad: the state after step 4 was judged bad, and then good."
            ), "\(finished)")
    }

    @Test func aCommandThatAgreesWithItselfIsBelieved() throws {
        let command = #"read state; test "${state%-*}" = "$state""#
        let once = try sandbox.run(["bisect", "run.jsonl", "--run", command])
        let thrice = try sandbox.run(["bisect", "run.jsonl", "--run", command, "--repeat", "3"])
        #expect(thrice == once)
    }
}
