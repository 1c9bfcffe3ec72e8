import Foundation
import Testing
import TimelineTestSupport

/// Runs that a search tries, and whose reducer does not return, and a signal.
@Suite(.ownThreads)
struct TrialProcessTests {
    private let sandbox = Sandbox()

    /// The signal is for the tool alone, whose child reduces a run without an end.
    @Test func aRunThatNeverReturnsIsInterrupted() throws {
        let steps = [#"{"increment":{}}"#, #"{"wait":{"count":1}}"#, #"{"add":{"amount":-3}}"#].enumerated().map {
            #"{"seq":\#($0 + 1),"at":1.000000,"action":\#($1),"from":"user"}"#
        }
        try sandbox.write(Recorded.text(Array(Recorded.lines[..<2]) + steps), to: "run.jsonl")
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
}
