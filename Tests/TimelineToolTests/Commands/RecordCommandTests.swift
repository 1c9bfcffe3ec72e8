import Foundation
import TestHarness
import Testing
import TimelineJSON
import TimelineJournal

@Suite(.ownThreads)
struct RecordCommandTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    /// Runs the app under `record`, with commands on its standard input.
    private func record(
        _ orders: String, with tool: String = "counter-timeline", environment: [String: String] = [:],
        during: (pid_t) throws -> Void = { _ in }
    ) throws -> Finished {
        try sandbox.run(
            ["record", "-o", "run.jsonl", "--", "\(Sandbox.tools)/counter-app"], with: tool, input: orders,
            environment: environment, during: during)
    }

    /// The log without times.
    private func log(_ file: String = "run.jsonl") throws -> [String] {
        try sandbox.run(["log", file]).output.split(separator: "\n").map {
            $0.split(separator: " ", omittingEmptySubsequences: true).enumerated().filter { $0.offset != 1 }
                .map(\.element).joined(separator: " ")
        }
    }

    // MARK: - From standard input

    @Test func aRecordingToStandardOutputIsCompleteAndLeavesNoFile() throws {
        let finished = try sandbox.run(
            ["record", "--program", "counter", "-o", "-"], input: #"{"increment":{}}"# + "\n")
        #expect(finished.errors == "")
        #expect(sandbox.files().isEmpty)
        let info = try sandbox.run(["info", "-"], input: finished.output)
        #expect(info.output.hasSuffix("ended      cleanly\n"))
    }

    @Test(arguments: [
        (
            #"{"add":{"amount":"x"}}"#,
            """
            Error: standard input, line 3: not an action of the program "counter": $.add.amount: Expected to decode Int \
            but found a string instead
              {"add":{"amount":"x"}}

            """
        ),
        (#"{"in"#, "Error: standard input, line 3, byte 4: expected a closing quote, found the end\n"),
    ])
    func actionsBeforeABadOneAreOnFile(_ line: String, _ message: String) throws {
        let finished = try sandbox.run(
            ["record", "--program", "counter", "-o", "run.jsonl"],
            input: #"{"increment":{}}"# + "\n" + #"{"increment":{}}"# + "\n\(line)\n" + #"{"reset":{}}"# + "\n")
        #expect(
            finished
                == Finished(errors: message + "2 actions before it are recorded in run.jsonl.\n", status: 65))
        #expect(try log() == ["1 user increment", "2 user increment"])
        #expect(try sandbox.run(["info", "run.jsonl"]).output.hasSuffix("ended      cleanly\n"))
    }

    // MARK: - An app

    @Test(arguments: [("", 0), ("exit 7", 7), ("exit 65", 65)])
    func theExitStatusOfTheAppIsPassedThrough(_ order: String, _ status: Int32) throws {
        let finished = try record("add 5\nmark here\nincrement\n\(order)")
        #expect(finished == Finished(errors: "Recorded in run.jsonl\n", status: status))
        #expect(try log() == [#"1 user add {"amount":5}"#, "1 mark %here", "2 user increment"])
        #expect(Set(sandbox.files().keys) == ["run.jsonl"])
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
    func anAppEndedFromOutsideIsNoCrash(_ signal: Int32) throws {
        let finished = try record("increment\nkill \(signal)\n")
        #expect(finished == Finished(errors: "Recorded in run.jsonl\n", status: 128 + signal))
        #expect(sandbox.files()["run.bundle.jsonl"] == nil)
    }

    @Test func aSignalIsPassedOnOnce() throws {
        let finished = try record("increment\nwait\nincrement\n") { id in
            for _ in 0..<4000 where (try? sandbox.read("run.jsonl").contains("waiting")) != true { usleep(5000) }
            kill(id, SIGTERM)
        }
        #expect(finished == Finished(output: "1 SIGTERM\n", errors: "Recorded in run.jsonl\n"))
        #expect(try log() == ["1 user increment", "1 mark %waiting", "2 user increment"])
    }

    /// The app continues, and the tool prints why there is no recording, even if the app handles its problems itself.
    @Test func theReasonWhyAnAppRecordsNothingIsPrinted() throws {
        let app = "TIMELINE_RECORD=\"$PWD/none/run.jsonl\" exec \(Sandbox.tools)/counter-app"
        let why = "cannot create \(sandbox.folder)/none/run.jsonl: no such file or directory"
        for (redirection, line) in [("", "timeline: nothing is recorded: \(why)\n"), (" 2>/dev/null", "")] {
            let finished = try sandbox.run(
                ["record", "-o", "run.jsonl", "--", "/bin/sh", "-c", app + redirection], input: "add 5\nexit 7\n")
            #expect(finished == Finished(errors: line + "Warning: sh recorded nothing: \(why)\n", status: 7))
            #expect(sandbox.files().isEmpty)
        }
    }

    /// As in an app of two processes that inherit the request. The second leaves the first one's file as it is.
    @Test func aSecondRecorderThatRecordsNothingIsWarnedAbout() throws {
        let finished = try sandbox.run(
            ["record", "-o", "run.jsonl", "--", "/bin/sh", "-c", #""$0" && echo reset | "$0" 2>/dev/null"#]
                + ["\(Sandbox.tools)/counter-app"], input: "add 5\n")
        let why = "cannot create \(sandbox.folder)/run.jsonl: file exists"
        #expect(
            finished
                == Finished(
                    errors: "Warning: a recorder of sh recorded nothing: \(why)\nRecorded in run.jsonl\n"))
        #expect(try log() == [#"1 user add {"amount":5}"#])
    }

    @Test func aDefaultNameHasTheAppAndTheTime() throws {
        let finished = try sandbox.run(["record", "--", "\(Sandbox.tools)/counter-app"])
        let name = try #require(sandbox.files().keys.first)
        #expect(name.wholeMatch(of: /counter-app-\d{8}-\d{6}\.jsonl/) != nil)
        #expect(finished == Finished(errors: "Recorded in \(name)\n"))
    }

    // MARK: - Crashes

    private let orders = "add 5\nincrement\nadd 2\nadd 3\nadd 4\nadd -30\n"

    @Test func aCrashLeavesABundleOfTheLastSteps() throws {
        let finished = try record(orders + "crash\n")
        #expect(finished.status == 128 + SIGILL || finished.status == 128 + SIGTRAP)
        let name = finished.status == 128 + SIGILL ? "SIGILL" : "SIGTRAP"
        #expect(
            finished.errors.split(separator: "\n").suffix(2) == [
                "counter-app was ended by \(name) in step 7, whose reducer never returned. Recorded in run.jsonl",
                "run.bundle.jsonl holds the last 5 steps",
            ])
        let bundle = try Journal(bytes: Array(try sandbox.read("run.bundle.jsonl").utf8))
        #expect(
            bundle.header.object["bundle"]?.description
                == #"{"states":5,"last":{"seq":7,"reduced":false},"signal":"\#(name)","status":\#(finished.status)}"#)
        #expect(bundle.unreturned == 7)

        let steps = [
            #"3 user add {"amount":2}"#, #"4 user add {"amount":3}"#, #"5 user add {"amount":4}"#,
            #"6 user add {"amount":-30}"#, "7 user crash", "its never returned",
        ]
        #expect(try log("run.bundle.jsonl") == steps)
        for (position, count) in [("2", 6), ("3", 8), ("4", 11), ("5", 15), ("6", -15), ("end", -15)] {
            let state = try sandbox.run(["state", "run.bundle.jsonl", position, "--json"])
            #expect(state == Finished(output: #"{"count":\#(count)}"# + "\n"))
        }
        let last = try sandbox.run(["state", "run.bundle.jsonl", "7"])
        #expect(
            last
                == Finished(
                    errors: """
                        Error: there is no state after step 7 of run.bundle.jsonl: its reducer never returned. \
                        Ask for 6, or for end.

                        """, status: 1))
        let replay = try sandbox.run(["replay", "run.bundle.jsonl", "--verify"])
        #expect(
            replay
                == Finished(
                    output: "4 steps replayed. It agrees with 1 recorded state.\n",
                    errors: "Step 7 was not run: its reducer never returned in the recording.\n"))
        let bisect = try sandbox.run(["bisect", "run.bundle.jsonl", "--bad", "$.count < 0", "--json"])
        #expect(bisect.output.contains(#""bad":{"seq":6,"#))
        let good = try sandbox.run(["bisect", "run.bundle.jsonl", "--bad", "$.count > 99"])
        #expect(
            good
                == Finished(
                    output: """
                        The state after step 6, the bad end, is good: $.count > 99 is false.
                        If a state before it was bad, pass its position with --bad-at, or judge every
                        state with --first.
                        Step 7, the last, has no state: its reducer never returned. It may be the culprit:
                          timeline log run.bundle.jsonl --from 6

                        """, status: 1))
        let info = try sandbox.run(["info", "run.bundle.jsonl"])
        #expect(info.output.contains("bundle     the last 5 steps, ended by \(name)\n"))
        #expect(info.output.hasSuffix("ended      in step 7, whose reducer never returned\n"))
    }

    @Test func aCrashBetweenStepsIsDistinguished() throws {
        let finished = try record("add 5\nabort\n")
        #expect(finished.status == 128 + SIGABRT)
        #expect(
            finished.errors.split(separator: "\n").suffix(2) == [
                "counter-app was ended by SIGABRT after step 1. Recorded in run.jsonl",
                "run.bundle.jsonl holds the last step",
            ])
        let bundle = try Journal(bytes: Array(try sandbox.read("run.bundle.jsonl").utf8))
        #expect(
            bundle.header.object["bundle"]?.description
                == #"{"states":1,"last":{"seq":1,"reduced":true},"signal":"SIGABRT","status":134}"#)
    }

    @Test func aToolWithoutTheProgramRunsItsExecutable() throws {
        let finished = try record(
            orders + "abort\n", with: "bare-timeline",
            environment: ["TIMELINE_PROGRAM": "\(Sandbox.tools)/counter-timeline"])
        #expect(finished.errors.hasSuffix("run.bundle.jsonl holds the last 5 steps\n"))
        let bundle = try Journal(bytes: Array(try sandbox.read("run.bundle.jsonl").utf8))
        #expect(bundle.header.bundle?.signal == "SIGABRT")
        #expect(bundle.index.last - bundle.index.first == 5)
    }

    @Test func aToolWithoutTheProgramBeginsTheBundleAtARecordedState() throws {
        let finished = try record(orders + "abort\n", with: "bare-timeline")
        #expect(
            finished.errors.contains(
                """
                Warning: no executable with the program "counter" was found, so the bundle begins at a recorded \
                state. counter-timeline makes a shorter one with `bundle --force run.jsonl`.

                """))
        let replay = try sandbox.run(["replay", "run.bundle.jsonl", "--no-wait", "--json"])
        #expect(replay.status == 0)
        #expect(replay.output.contains(#""action":{"add":{"amount":-30}}"#))
    }

    @Test func anExecutableThatMakesNoBundleIsNamed() throws {
        let finished = try record(
            orders + "abort\n", with: "bare-timeline", environment: ["TIMELINE_PROGRAM": "/bin/false"])
        #expect(
            finished.errors.contains(
                """
                Warning: /bin/false did not make the bundle, so the bundle begins at a recorded state. counter-timeline makes \
                a shorter one with `bundle --force run.jsonl`.

                """))
        #expect(try Journal(bytes: Array(try sandbox.read("run.bundle.jsonl").utf8)).header.bundle?.signal == "SIGABRT")
    }

    // MARK: - The file

    @Test func everyLineConformsToTheFormat() throws {
        _ = try record(orders + "mark here\n" + String(repeating: "increment\n", count: 300))
        let bytes = Array(try sandbox.read("run.jsonl").utf8)
        let journal = try Journal(bytes: bytes)
        #expect(journal.index.damage.isEmpty)
        #expect(journal.index.isTorn == false)
        #expect(journal.index.unknown == 0)
        #expect(journal.index.actions == 306)
        #expect(journal.index.end?.actions == 306)
        #expect(journal.index.end?.snapshots == journal.index.snapshots)
        #expect(journal.index.marks.map(\.name) == ["here"])
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(sandbox.folder)/run.jsonl")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/jq"), "jq is not installed"))
    func jqReadsIt() throws {
        _ = try record(orders)
        let read = try sandbox.shell("jq -c 'select(.action) | [.seq, .action]' run.jsonl | tail -1")
        #expect(read == Finished(output: #"[6,{"add":{"amount":-30}}]"# + "\n"))
    }

    @Test(.enabled(if: Python.hasDuckDB, "the duckdb module of Python is not installed"))
    func duckDBReadsARecording() throws {
        _ = try record(orders)
        let query = "select count(*), max(seq) from read_json('run.jsonl') where action is not null"
        let read = try Python.run("import duckdb; print(duckdb.sql(\"\(query)\").fetchall())", in: sandbox)
        #expect(read == Finished(output: "[(6, 6)]\n"))
    }

    @Test func actionsFromStandardInputAreReducedAndRecorded() throws {
        let finished = try sandbox.run(
            ["record", "--program", "counter", "-o", "run.jsonl"],
            input: #"{"increment":{}}"# + "\n\n" + #"{"add":{"amount":41}}"#)
        #expect(finished == Finished(errors: "run.jsonl: 2 actions recorded\n"))
        #expect(try log() == ["1 user increment", #"2 user add {"amount":41}"#])
        let state = try sandbox.run(["state", "run.jsonl", "--json"], with: "bare-timeline")
        #expect(state == Finished(output: #"{"count":42}"# + "\n"))
        #expect(Set(sandbox.files().keys) == ["run.jsonl"])
    }

    @Test func aRecordingIsReplacedOnlyWithForce() throws {
        try sandbox.write("kept", to: "run.jsonl")
        let finished = try sandbox.run(
            ["record", "--program", "counter", "-o", "run.jsonl", "--force"], input: #"{"reset":{}}"#)
        #expect(finished == Finished(errors: "run.jsonl: 1 action recorded\n"))
        #expect(Set(sandbox.files().keys) == ["run.jsonl"])
        #expect(try log() == ["1 user reset"])
    }
}
