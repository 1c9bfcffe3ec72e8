import Foundation
import TestHarness
import Testing
import TimelineJournal

@Suite(.ownThreads)
struct BundleCommandTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox(["run.jsonl": Recorded.run]) }

    @Test func aBundleHoldsTheLastSteps() throws {
        let bundle = try sandbox.run(["bundle", "run.jsonl", "--last", "2"])
        #expect(bundle == Finished(output: "run.bundle.jsonl: 2 steps from position 6, 540 bytes\n"))
        let lines = try sandbox.read("run.bundle.jsonl").split(separator: "\n").map(String.init)
        #expect(
            lines == [
                Recorded.header.dropLast()
                    + #","bundle":{"states":2,"last":{"seq":8,"reduced":true}},"crc":"dcae8c2b"}"#,
                #"{"seq":6,"at":0.600000,"state":{"count":-1},"crc":"0ad5f14f"}"#,
                Recorded.lines[10], Recorded.lines[11],
                #"{"seq":8,"at":0.800000,"state":{"count":-1},"crc":"02b0a205"}"#,
            ])
        #expect(Set(sandbox.files().keys) == ["run.jsonl", "run.bundle.jsonl"])
    }

    @Test func aBundleNeverReplacesItsTimeline() throws {
        let before = sandbox.files()
        let bundle = try sandbox.run(["bundle", "run.jsonl", "--force", "-o", "./run.jsonl"])
        #expect(
            bundle
                == Finished(
                    errors: "Error: -o ./run.jsonl: a bundle must not replace its original\n",
                    status: 64))
        #expect(sandbox.files() == before)
    }

    private static let trapping =
        Array(Recorded.lines[..<2]) + [
            #"{"seq":1,"at":0.1,"action":{"increment":{}}}"#, #"{"seq":2,"at":0.2,"action":{"crash":{}}}"#,
        ]

    @Test(arguments: [["state", "run.jsonl"], ["replay", "run.jsonl", "--verify"]])
    func aStepThatTrapsInReplayIsNamed(_ command: [String]) throws {
        try sandbox.write(Recorded.text(Self.trapping), to: "run.jsonl")
        let finished = try sandbox.run(command)
        #expect(finished.status == 1)
        #expect(
            finished.errors.hasSuffix(
                """
                Error: the reducer trapped in step 2: this step crashes the app, and there is no state after it.
                `timeline log` shows its action, `timeline state` the states before it.

                """))
        #expect(Set(sandbox.files().keys) == ["run.jsonl"])
    }

    @Test(arguments: [2, 150, 400])
    func aTrapOutsideTheReducerIsBlamedOnNoStep(place: Int) throws {
        var lines = Array(Recorded.lines[..<2])
        lines += (1..<500).map { seq in
            seq == place
                ? #"{"seq":\#(seq),"at":0.1,"set":{"count":\#(Int.min)},"by":"test"}"#
                : #"{"seq":\#(seq),"at":0.1,"action":{"increment":{}}}"#
        }
        try sandbox.write(Recorded.text(lines), to: "run.jsonl")
        let finished = try sandbox.run(["replay", "run.jsonl", "--verify"])
        #expect(finished.status == 2)
        #expect(!finished.errors.contains("reducer"))
        #expect(finished.errors.contains("can't tell: the process that runs the program was ended by SIG"))
        #expect(finished.errors.contains("asked to crash"))
    }

    @Test func aStepThatMayNotHaveReturnedIsNotRun() throws {
        try sandbox.write(Recorded.text(Self.trapping), to: "run.jsonl")
        func warning(_ name: String) -> String {
            "Warning: \(name) has neither an end line nor a status page, so it is unknown whether the reducer of step 2 "
                + "returned: the bundle keeps that step last, and it was not run\n"
        }
        let bundle = try sandbox.run(["bundle", "run.jsonl"])
        #expect(
            bundle
                == Finished(
                    output: "run.bundle.jsonl: 2 steps from position 0, 476 bytes\n", errors: warning("run.jsonl")))
        let header = Recorded.header.dropLast()
        let state = #"{"seq":1,"at":0.100000,"state":{"count":1}}"#
        let whole = try sandbox.read("run.bundle.jsonl")
        #expect(
            Notes.plain(whole) == [
                header + #","bundle":{"states":2,"last":{"seq":2}}}"#, Recorded.lines[1], Self.trapping[2], state,
                Self.trapping[3],
            ])
        let piped = try sandbox.run(["bundle", "-"], input: Recorded.text(Self.trapping))
        #expect(piped == Finished(output: whole, errors: warning("standard input")))
        let again = try sandbox.run(["bundle", "run.bundle.jsonl", "--last", "1", "-o", "one.jsonl", "--json"])
        #expect(
            again
                == Finished(
                    output: #"{"bundle":"one.jsonl","states":1,"first":1,"bytes":370}"# + "\n",
                    errors: warning("run.bundle.jsonl")))
        #expect(
            Notes.plain(try sandbox.read("one.jsonl")) == [
                header + #","bundle":{"states":1,"last":{"seq":2}}}"#, state, Self.trapping[3],
            ])
    }

    @Test func aSalvagedCopyHasTheStatusPageOfTheOriginal() throws {
        try sandbox.write(Recorded.text(Self.trapping.dropLast() + ["damage"]), to: "run.jsonl")
        let session = "0c8b1a52-7a35-4b6b-9f0e-1f6a3c5d7e90"
        _ = try StatusPage(beside: "\(sandbox.folder)/run.jsonl", session: session, reduced: 1)
        let bundle = try sandbox.run(["bundle", "run.jsonl", "--recover", "salvage"])
        #expect(
            bundle
                == Finished(
                    output: "run.bundle.jsonl: 1 step from position 0, 450 bytes\n",
                    errors: """
                        Warning: 1 line left out: run.jsonl, line 4, byte 301: expected an object, found "d"
                        Warning: unknown: whether more steps came after step 1

                        """))
        #expect(
            Notes.plain(try sandbox.read("run.bundle.jsonl"))[0]
                == Recorded.header.dropLast() + #","bundle":{"states":1,"last":{"seq":1,"reduced":true}}}"#)
    }

    @Test func aBundleIsWrittenToStandardOutput() throws {
        _ = try sandbox.run(["bundle", "run.jsonl", "-o", "five.jsonl"])
        let bundle = try sandbox.run(["bundle", "run.jsonl", "-o", "-"])
        #expect(bundle == Finished(output: try sandbox.read("five.jsonl")))
        let piped = try sandbox.run(["bundle", "-"], input: Recorded.run)
        #expect(piped == bundle)
    }

    @Test func theSizeLimitReducesTheSteps() throws {
        let bundle = try sandbox.run(["bundle", "run.jsonl", "--max-bytes", "560", "--json"])
        #expect(
            bundle
                == Finished(output: #"{"bundle":"run.bundle.jsonl","states":3,"first":5,"bytes":556}"# + "\n"))
        #expect(try sandbox.read("run.bundle.jsonl").utf8.count == 556)
    }

    @Test func aFileIsReplacedOnlyWithForce() throws {
        try sandbox.write("kept", to: "run.bundle.jsonl")
        let refused = try sandbox.run(["bundle", "run.jsonl"])
        #expect(refused.status == 73)
        #expect(try sandbox.read("run.bundle.jsonl") == "kept")
        let forced = try sandbox.run(["bundle", "run.jsonl", "--force"])
        #expect(forced.status == 0)
        #expect(try sandbox.read("run.bundle.jsonl").hasPrefix(#"{"timeline":1,"#))
    }

    @Test func aBundleIsATimeline() throws {
        _ = try sandbox.run(["bundle", "run.jsonl"])
        let replay = try sandbox.run(["replay", "run.bundle.jsonl", "--verify"])
        #expect(replay == Finished(output: "5 steps replayed. It agrees with 1 recorded state.\n"))
        let states = try sandbox.run(["state", "run.bundle.jsonl", "7", "--json"])
        #expect(states == Finished(output: #"{"count":-2}"# + "\n"))
    }
}
