import Foundation
import TestHarness
import Testing

/// Runs that a search tries, and whose reducer traps, never returns or prints.
@Suite(.ownThreads)
struct TrialProcessTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    /// Writes a recording of these actions, which begins at 0.
    private func record(_ actions: String..., to name: String = "run.jsonl") throws {
        let steps = actions.enumerated().map { index, action in
            #"{"seq":\#(index + 1),"at":0.\#(index + 1)00000,"action":\#(action),"from":"user"}"#
        }
        try sandbox.write(
            Recorded.text([Recorded.header, #"{"seq":0,"at":0.000000,"state":{"count":0}}"#] + steps), to: name)
    }

    private func run(_ command: String, _ arguments: String...) throws -> Finished {
        try sandbox.run([command, "run.jsonl"] + arguments)
    }

    /// The largest number overflows if the negative one is left out.
    private func recordOverflow() throws {
        try record(
            #"{"increment":{}}"#, #"{"reset":{}}"#, #"{"increment":{}}"#, #"{"add":{"amount":-5}}"#,
            #"{"add":{"amount":\#(Int.max)}}"#)
    }

    private static let overflow = "$.count == \(Int.max - 4)"

    @Test(arguments: [
        ["--bad", overflow], ["--run", #"read state; test "$state" != '{"count":\#(Int.max - 4)}'"#],
    ])
    func aRunWhoseReducerTrapsDoesNotEndTheSearch(_ predicate: [String]) throws {
        try recordOverflow()
        let finished = try sandbox.run(
            ["minimize", "run.jsonl", "--no-payloads", "-o", "x.jsonl"] + predicate)
        #expect(finished.status == 0 && finished.errors == "", "\(finished)")
        #expect(
            finished.output.hasPrefix(
                """
                5 steps → 3

                      3     0.300  user      increment
                      4     0.400  user      add {"amount":-5}
                      5     0.500  user      add {"amount":9223372036854775807}

                After the last: 
                """), "\(finished)")
        #expect(
            finished.output.contains(
                """
                Can't tell whether it happens without step 4: that run could not be judged.
                It does not happen without any one of the other steps and what that step caused.
                Found with 
                """), "\(finished)")
    }

    @Test func jsonNamesTheStepsWhoseRemovalCouldNotBeJudged() throws {
        try recordOverflow()
        let finished = try run("minimize", "--bad", Self.overflow, "--no-payloads", "--json")
        #expect(
            finished
                == Finished(
                    output: #"{"steps":3,"of":5,"kept":[3,4,5],"changed":[],"probes":5,"ended":"undecided","#
                        + #""minimal":false,"undecided":[4],"output":"run.minimal.jsonl"}"# + "\n"))
    }

    @Test func aRunWhoseReducerNeverReturnsDoesNotEndTheSearch() throws {
        try record(#"{"reset":{}}"#, #"{"increment":{}}"#, #"{"wait":{"count":1}}"#, #"{"add":{"amount":-3}}"#)
        let finished = try run("minimize", "--bad", "$.count == -2", "--no-payloads", "--json")
        #expect(finished.status == 0 && finished.errors == "", "\(finished)")
        #expect(finished.output.hasPrefix(#"{"steps":2,"of":4,"kept":[2,4],"#), "\(finished)")
    }

    /// The recorded run never has the count for which the expression is too expensive.
    @Test(arguments: ["minimize", "test"]) func aRunForWhichTheExpressionIsTooExpensiveDoesNotEndTheSearch(
        _ command: String
    ) throws {
        try record(#"{"add":{"amount":1}}"#, #"{"add":{"amount":7}}"#, #"{"add":{"amount":-5}}"#)
        let finished = try run(
            command, "--bad", "$.count == 3 || $.count == 7 && search('aa', '(a{200}){200}')", "--no-payloads")
        #expect(finished.status == 0, "\(finished)")
        let reason = "Can't tell whether it happens without step 1: that run could not be judged.\n"
        #expect((finished.output + finished.errors).contains(reason), "\(finished)")
    }

    @Test func aResultOfWhichNoStepCouldBeLeftOutSaysNoMore() throws {
        try record(#"{"add":{"amount":-5}}"#, #"{"add":{"amount":\#(Int.max)}}"#)
        let command =
            #"read state; case $state in *:0}) exit 125;; *:-5}) exit 125;; *:9*807}) exit 125;; esac; exit 1"#
        let finished = try run("minimize", "--run", command, "--no-payloads")
        #expect(finished.status == 0 && finished.errors == "", "\(finished)")
        #expect(
            finished.output.hasSuffix(
                """
                Can't tell whether it happens without any one of steps 1 to 2: those runs could not be judged.
                Found with 2 runs, and run again.
                Saved in run.minimal.jsonl

                """), "\(finished)")
    }

    @Test func aTestIsWrittenAlthoughRunsTrap() throws {
        try recordOverflow()
        let finished = try run("test", "--bad", Self.overflow, "--no-payloads")
        #expect(finished.status == 0, "\(finished)")
        #expect(
            finished.errors
                == """
                Not known to be minimal. Can't tell whether it happens without step 4: that run could not be judged.
                It does not happen without any one of the other steps and what that step caused.

                """)
        #expect(finished.output.contains("/// 3 steps of run "), "\(finished)")
    }

    // MARK: - Control-C

    /// The signal is for the tool alone, whose child reduces a run without an end.
    @Test func aRunThatNeverReturnsIsInterrupted() throws {
        try record(#"{"increment":{}}"#, #"{"wait":{"count":1}}"#, #"{"add":{"amount":-3}}"#)
        let marker = "\(sandbox.folder)/waiting"
        let finished = try sandbox.run(
            ["minimize", "run.jsonl", "--bad", "$.count == -2", "--seconds", "20"],
            environment: ["COUNTER_WAITING_FILE": marker]
        ) { id in
            let due = ContinuousClock.now + .seconds(30)
            while !FileManager.default.fileExists(atPath: marker), .now < due { usleep(10_000) }
            kill(id, SIGINT)
        }
        #expect(finished.status == 0 && finished.errors == "", "\(finished)")
        #expect(finished.output.contains("Interrupted: this is the best so far, and fewer steps may be enough.\n"))
        #expect(try sandbox.run(["replay", "run.minimal.jsonl", "--verify"]).status == 0)
    }

    /// A terminal sends the signal to the command and to the process of the trials, too.
    @Test func atATerminalControlCKeepsTheBestSoFar() throws {
        try sandbox.write(Recorded.run, to: "run.jsonl")
        let command = """
            n=$(cat n 2>/dev/null || echo 0); n=$((n+1)); echo $n > n; echo "run $n."; sleep 0.2
            read state; test "${state%-*}" = "$state"
            """
        let finished = try sandbox.talk(
            ["minimize", "run.jsonl", "--run", command, "--no-payloads"], [("run 3.", "\u{3}")])
        #expect(finished.status == 0, "\(finished)")
        #expect(
            finished.output.contains("Interrupted: this is the best so far, and fewer steps may be enough."),
            "\(finished)")
        #expect(try sandbox.run(["replay", "run.minimal.jsonl", "--verify"]).status == 0)
    }

    // MARK: - The recorded run

    @Test func aTrapOfTheRecordedRunIsThatOfTheRecording() throws {
        try record(#"{"increment":{}}"#, #"{"crash":{}}"#, #"{"increment":{}}"#)
        let trapped = Finished(
            errors: """
                Error: the reducer trapped in step 2: this step crashes the app, and there is no state after it.
                `timeline log` shows its action, `timeline state` the states before it.

                """, status: 1)
        #expect(try run("minimize", "--bad", "$.count == 7") == trapped)
        #expect(try run("test", "--bad", "$.count == 7") == trapped)
        #expect(try run("test") == trapped)
    }

    @Test func aRecordedRunThatNeverReturnsEndsWithTheBudget() throws {
        try record(#"{"wait":{"count":5}}"#)
        let finished = try run("minimize", "--bad", "$.count == 7", "--seconds", "1")
        #expect(
            finished
                == Finished(
                    errors: "Error: can't tell whether run.jsonl ends bad: "
                        + "its steps took longer than 1 second. See --seconds.\n", status: 2))
    }

    // MARK: - What a reducer prints

    @Test func aLineThatTheReducerDoesNotEndHidesNoCrash() throws {
        try record(#"{"increment":{}}"#, #"{"say":{"text":"reducing 7"}}"#, #"{"crash":{}}"#, #"{"reset":{}}"#)
        let finished = try run("minimize", "--crash", "--json")
        #expect(
            finished
                == Finished(
                    output: #"{"steps":1,"of":4,"kept":[3],"changed":[],"probes":5,"ended":"minimal","minimal":true,"#
                        + #""output":"run.minimal.jsonl"}"# + "\n"))
    }

    @Test func whatAReducerPrintsIsNoPartOfTheProduct() throws {
        try record(#"{"say":{"text":"a"}}"#, #"{"add":{"amount":-1}}"#)
        let finished = try run("minimize", "--bad", "$.count < 0", "-o", "-")
        #expect(finished.status == 0 && finished.errors == "", "\(finished)")
        #expect(finished.output.hasPrefix(#"{"timeline":1,"#), "\(finished)")
        #expect(try run("test", "--bad", "$.count < 0").output.hasPrefix("@testable import CounterCore\n"))
        #expect(try run("test").output.hasPrefix("@testable import CounterCore\n"))
    }

    // MARK: - The crash that was recorded

    private func recordBundle(signal: String) throws {
        let header =
            String(Recorded.header.dropLast())
            + #","bundle":{"states":2,"last":{"seq":2,"reduced":false},"signal":"\#(signal)"}}"#
        try sandbox.write(
            Recorded.text([
                header, #"{"seq":0,"at":0.000000,"state":{"count":0}}"#,
                #"{"seq":1,"at":0.100000,"action":{"increment":{}},"from":"user"}"#,
                #"{"seq":2,"at":0.200000,"action":{"crash":{}},"from":"user"}"#,
            ]), to: "run.jsonl")
    }

    @Test(arguments: ["SIGSEGV", "SIGKILL"]) func anotherCrashThanTheRecordedOneIsNotMinimized(signal: String) throws {
        try recordBundle(signal: signal)
        let finished = try run("minimize", "--crash")
        #expect(finished.status == 1, "\(finished)")
        #expect(
            finished.errors.hasPrefix(
                "Error: the recorded run was ended by \(signal), and with this program the reducer of step 2 crashes with SIG"
            ), "\(finished)")
    }

    /// The signal of a runtime failure depends on the processor: SIGILL or SIGTRAP.
    @Test(arguments: ["SIGILL", "SIGTRAP"]) func theRecordedCrashIsMinimized(signal: String) throws {
        try recordBundle(signal: signal)
        #expect(try run("minimize", "--crash").status == 0)
    }
}
