import Foundation
import Testing
import TimelineTestSupport

/// Processes that verify, or that replay again to find a cause, and end or hang before they answer.
@Suite(.ownThreads)
struct VerifyInterruptionTests {
    private let sandbox: Sandbox

    private static let lines = [
        Recorded.header, #"{"seq":0,"at":0.000000,"state":{"count":0}}"#,
        #"{"seq":1,"at":0.100000,"action":{"increment":{}},"from":"user"}"#,
        #"{"seq":2,"at":0.200000,"action":{"reset":{}},"from":"user"}"#,
        #"{"seq":3,"at":0.300000,"action":{"increment":{}},"from":"user"}"#,
    ]

    private static let difference = """
        run.jsonl: replay differs from the recording after step 3.
        At least one of steps 1 to 3 gave a different state than when recorded (recorded → replayed):
            $.count  9 → 1

        """

    init() throws {
        sandbox = Sandbox([
            "run.jsonl": Recorded.text(Self.lines + [#"{"seq":3,"at":0.300000,"state":{"count":9}}"#]),
            "sound.jsonl": Recorded.text(Self.lines + [#"{"seq":3,"at":0.300000,"state":{"count":1}}"#]),
            "plain.jsonl": Recorded.text(Array(Self.lines[..<3]) + [#"{"seq":1,"at":0.100000,"state":{"count":1}}"#]),
        ])
    }

    private func verify(_ arguments: String..., fault: String, once: Bool = false, after: Int = 0) throws -> Finished {
        var environment = ["COUNTER_FAULT": fault, "COUNTER_FAULT_AFTER": "\(after)"]
        if once { environment["COUNTER_FAULT_FILE"] = "fault" }
        return try sandbox.run(["verify"] + arguments, environment: environment)
    }

    // MARK: - Processes that replay again

    @Test(arguments: [("kill", "it was ended by SIGKILL"), ("exit", "it exited with status 3")])
    func aProcessThatEndsTwiceIsNoCause(_ fault: String, ending: String) throws {
        #expect(
            try verify("run.jsonl", fault: "\(fault) print-states")
                == Finished(
                    output: Self.difference + """
                        The cause is not known: another process that replays these steps ended twice before step 2: \(ending).

                        """, status: 1))
        #expect(
            try verify("run.jsonl", "--json", fault: "\(fault) print-states").output == """
                {"file":"run.jsonl","result":"diverged","session":"0c8b1a52-7a35-4b6b-9f0e-1f6a3c5d7e90","steps":3,"replayed":3,"confirmed":0,"divergence":{"seq":3,"agreedUpTo":0,"cause":"unknown","why":"another process that replays these steps ended twice before step 2: \(ending)","paths":["$.count"],"diff":[{"op":"replace","path":"/count","value":1}]}}

                """)
    }

    @Test func aProcessThatEndsOnceIsStartedAgain() throws {
        #expect(
            try verify("run.jsonl", fault: "kill print-states", once: true)
                == Finished(
                    output: Self.difference + """
                        50 replays here and 16 in other processes agree, and not with the recording:
                        the reducer has changed since, or it reads something from outside: a dependency, a clock, a global.

                        """, status: 1))
    }

    @Test func aReducerThatTrapsOnlyInAnotherProcessIsNotDeterministic() throws {
        #expect(
            try verify("run.jsonl", fault: "trap print-states").output == Self.difference + """
                The reducer is not deterministic: a replay in another process traps in step 2.
                It may depend on the order of a set or a dictionary, on a global, a clock or a dependency.

                """)
    }

    // MARK: - The process that verifies

    @Test(arguments: [
        ("kill", "was ended by SIGKILL", #""signal":"SIGKILL""#), ("exit", "exited with status 3", #""status":3"#),
    ])
    func aTimelineWhoseProcessEndsTwiceIsInterrupted(_ fault: String, ending: String, fact: String) throws {
        #expect(
            try verify("plain.jsonl", "sound.jsonl", fault: "\(fault) worker")
                == Finished(
                    output: """
                        sound.jsonl: can't tell. The process that verifies it ended twice: it \(ending).
                        2 timelines: 1 sound, 1 interrupted.

                        """, status: 2))
        #expect(
            try verify("sound.jsonl", "--json", fault: "\(fault) worker").output
                == #"{"file":"sound.jsonl","result":"interrupted",\#(fact)}"# + "\n")
    }

    @Test func aTimelineWhoseProcessEndsOnceIsVerifiedByAnother() throws {
        #expect(
            try verify("sound.jsonl", fault: "kill worker", once: true)
                == Finished(output: "sound.jsonl: sound. 3 steps replayed. It agrees with 1 recorded state.\n"))
    }

    @Test(arguments: [
        ("kill", "the process that replays ended twice: it was ended by SIGKILL"),
        ("trap", "the reducer trapped in step 2 when it replayed that step again"),
    ])
    func aDivergenceIsKeptWhereTheSearchForItsCauseEndsTheProcess(_ fault: String, reason: String) throws {
        let finished = try verify("run.jsonl", fault: "\(fault) worker", after: 1)
        #expect(
            finished.output == Self.difference + """
                The cause is not known.
                The search for the cause did not end: \(reason).

                """)
        #expect(finished.status == 1)
    }

    // MARK: - The time limit

    @Test func aReducerThatDoesNotReturnIsInterruptedAfterTheTimeLimit() throws {
        #expect(
            try verify("plain.jsonl", "sound.jsonl", "--timeout", "1", fault: "hang worker")
                == Finished(
                    output: """
                        sound.jsonl: can't tell. The reducer of step 2 did not return within 1 second.
                        2 timelines: 1 sound, 1 interrupted.

                        """, status: 2))
        #expect(
            try verify("sound.jsonl", "--json", "--timeout", "1", fault: "hang worker").output
                == #"{"file":"sound.jsonl","result":"interrupted","seq":2,"timeout":1}"# + "\n")
    }

    @Test func aDivergenceIsKeptWhereTheSearchForItsCauseTakesTooLong() throws {
        #expect(
            try verify("run.jsonl", "--timeout", "1", fault: "hang print-states")
                == Finished(
                    output: Self.difference + """
                        The cause is not known.
                        The search for the cause did not end: replay did not continue after step 2 for 1 second.

                        """, status: 1))
    }

    @Test func anotherBuildThatDoesNotReturnIsInterrupted() throws {
        #expect(
            try verify(
                "sound.jsonl", "--against", "\(Sandbox.tools)/counter-timeline", "--timeout", "1",
                fault: "hang print-states")
                == Finished(
                    output: "sound.jsonl: can't tell. Replay did not continue after step 2 for 1 second.\n", status: 2))
    }
}
