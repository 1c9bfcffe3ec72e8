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

    @Test func aBudgetThatEndsKeepsTheBestSoFar() throws {
        // Each judgment takes a quarter of the budget.
        let finished = try minimize(
            "--run", #"sleep 0.25; read state; test "${state%-*}" = "$state""#, "--seconds", "1", "--json")
        #expect(finished.status == 0 && finished.errors == "")
        #expect(finished.output.contains(#""ended":"budget","minimal":false,"output":"run.minimal.jsonl"}"#))
        let replayed = try sandbox.run(["replay", "run.minimal.jsonl", "--verify"])
        #expect(replayed.status == 0)
    }
}
