import Foundation
import Testing
import TimelineTestHarness

/// Timelines of which `verify` cannot reduce all steps: they are never sound, and two builds never agree in them.
@Suite(.ownThreads)
struct VerifyUnreducedTests {
    private let sandbox: Sandbox

    private static let lines = [
        Recorded.header, #"{"seq":0,"at":0.000000,"state":{"count":0}}"#,
        #"{"seq":1,"at":0.100000,"action":{"increment":{}},"from":"user"}"#,
        #"{"seq":1,"at":0.100000,"state":{"count":1}}"#, #"{"seq":2,"at":0.200000,"opaque":"tapped"}"#,
        #"{"seq":3,"at":0.300000,"action":{"increment":{}},"from":"user"}"#,
    ]

    private static let session = #""session":"0c8b1a52-7a35-4b6b-9f0e-1f6a3c5d7e90""#

    init() throws {
        sandbox = try Sandbox([
            "end.jsonl": Recorded.text(Self.lines),
            "opaque.jsonl": Recorded.text([
                Self.lines[0], Self.lines[1], #"{"seq":1,"at":0.100000,"opaque":"tapped"}"#,
                #"{"seq":1,"at":0.100000,"state":{"count":1}}"#,
            ]),
            "replica.jsonl": Recorded.text([
                Recorded.header.dropLast() + #","requires":["replica"]}"#, Self.lines[1], Self.lines[2],
                Self.lines[3],
            ]),
            "states.jsonl": Recorded.text(Array(Self.lines[..<2])),
            "nothing.jsonl": Recorded.text([Recorded.header]),
            "run.jsonl": Recorded.run,
            "schema.jsonl": Recorded.text(
                Array(Self.lines[..<4]) + [#"{"seq":2,"at":0.200000,"action":{"subtract":{}},"from":"user"}"#]),
        ])
    }

    private func against(_ arguments: String..., environment: [String: String] = [:]) throws -> Finished {
        try sandbox.run(
            ["verify"] + arguments + ["--against", "\(Sandbox.tools)/counter-timeline"], environment: environment)
    }

    // MARK: - Against the recording

    @Test func stepsAtTheEndThatCannotBeReducedAreNotSound() throws {
        #expect(
            try sandbox.run(["verify", "end.jsonl"])
                == Finished(
                    output: """
                        end.jsonl: can't tell. 1 step replayed, 2 steps skipped. It agrees with 1 recorded state.
                        Steps 2 to 3 cannot be reduced: the action of step 2 was not encoded (tapped), and no recorded state follows.

                        """, status: 2))
        #expect(
            try sandbox.run(["verify", "end.jsonl", "--json"]).output == """
                {"file":"end.jsonl","result":"unconfirmed",\(Self.session),"steps":3,"replayed":1,"confirmed":1,"skipped":2,"unreduced":{"from":2,"through":3,"why":"the action of step 2 was not encoded (tapped)"}}

                """)
    }

    // MARK: - Against another build

    @Test(arguments: ["opaque", "replica", "states", "nothing"])
    func twoBuildsThatReduceNothingDoNotAgree(_ name: String) throws {
        let reason =
            name == "nothing" ? "The run ended before its first state was written." : "Neither program reduced a step."
        #expect(
            try against("\(name).jsonl")
                == Finished(output: "\(name).jsonl: can't tell. \(reason)\n", status: 2))
        #expect(
            try against("run.jsonl", "\(name).jsonl").output == """
                \(name).jsonl: can't tell. \(reason)
                2 timelines: 1 agree, 1 unconfirmed.

                """)
    }

    @Test func twoBuildsAgreeOnlyUpToTheStepsThatCannotBeReduced() throws {
        #expect(
            try against("end.jsonl")
                == Finished(
                    output: """
                        end.jsonl: can't tell. The programs agree in 2 states. Steps 2 to 3 cannot be reduced, and no recorded state follows.

                        """, status: 2))
        #expect(
            try against("end.jsonl", "--json").output == """
                {"file":"end.jsonl","result":"unconfirmed",\(Self.session),"compared":2,"reduced":1}

                """)
    }

    @Test func twoVersionsThatCannotDecodeTheSameActionDoNotDiffer() throws {
        let line = "COUNTER_VERSION=2.0.0 exec '\(Sandbox.tools)/counter-timeline' \"$@\""
        try sandbox.write("#!/bin/sh\n\(line)\n", to: "new")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: "\(sandbox.folder)/new")
        let finished = try sandbox.run(["verify", "schema.jsonl", "--against", "./new", "--json"])
        #expect(
            finished.output == """
                {"file":"schema.jsonl","result":"unconfirmed",\(Self.session),"compared":2,"reduced":1}

                """)
        #expect(finished.status == 2)
        #expect(
            try sandbox.run(["verify", "schema.jsonl", "--against", "./new"]).output.hasPrefix(
                "schema.jsonl: can't tell. The programs agree in 2 states, and neither can take step 2: "))
    }
}
