import Testing
import TimelineJournal

struct BundleCommandTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox(["run.jsonl": Recorded.run]) }

    @Test func theLastStepsAreCutOff() throws {
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

    @Test func theTimelineItselfIsNotReplaced() throws {
        let before = sandbox.files()
        let bundle = try sandbox.run(["bundle", "run.jsonl", "--force", "-o", "./run.jsonl"])
        #expect(
            bundle
                == Finished(
                    errors: "Error: -o ./run.jsonl: that is the timeline itself, which a bundle must not replace\n",
                    status: 64))
        #expect(sandbox.files() == before)
    }

    @Test(arguments: [["bundle", "run.jsonl"], ["state", "run.jsonl"], ["replay", "run.jsonl", "--verify"]])
    func aStepThatTrapsIsNamedWhereNothingTellsThatItNeverReturned(_ command: [String]) throws {
        try sandbox.write(
            Recorded.text(
                Array(Recorded.lines[..<2]) + [
                    #"{"seq":1,"at":0.1,"action":{"increment":{}}}"#, #"{"seq":2,"at":0.2,"action":{"crash":{}}}"#,
                ]), to: "run.jsonl")
        let finished = try sandbox.run(command)
        #expect(finished.status == 1)
        #expect(
            finished.errors.hasSuffix(
                """
                Error: the reducer trapped in step 2, so there is no state after it: this step crashes the app.
                `timeline log` shows its action; the states before it can be had with `timeline state`.

                """))
        #expect(Set(sandbox.files().keys) == ["run.jsonl"])
    }

    @Test func itIsWrittenToStandardOutputWhereAsked() throws {
        _ = try sandbox.run(["bundle", "run.jsonl", "-o", "five.jsonl"])
        let bundle = try sandbox.run(["bundle", "run.jsonl", "-o", "-"])
        #expect(bundle == Finished(output: try sandbox.read("five.jsonl")))
        let piped = try sandbox.run(["bundle", "-"], input: Recorded.run)
        #expect(piped == bundle)
    }

    @Test func fewerStepsAreKeptWhereTheyMustBeFew() throws {
        let bundle = try sandbox.run(["bundle", "run.jsonl", "--max-bytes", "560", "--json"])
        #expect(
            bundle
                == Finished(output: #"{"bundle":"run.bundle.jsonl","states":3,"first":5,"bytes":556}"# + "\n"))
        #expect(try sandbox.read("run.bundle.jsonl").utf8.count == 556)
    }

    @Test func aFileIsReplacedOnlyWhereAsked() throws {
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
