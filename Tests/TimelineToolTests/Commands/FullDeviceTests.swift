import Foundation
import Testing
import TimelineKit
import TimelineReplay
import TimelineTestSupport

@Suite(.ownThreads)
struct FullDeviceTests {
    private let sandbox = Sandbox(["run.jsonl": Recorded.run])

    /// Success is reported only after the bytes are written.
    @Test(arguments: [
        "bundle run.jsonl -o -", "repair run.jsonl -o -", "redact run.jsonl -o - --marks", "info run.jsonl",
        "log run.jsonl", "log run.jsonl --json", "state run.jsonl", "diff run.jsonl 0 end", "replay run.jsonl --verify",
        "bisect run.jsonl --bad '$.count < -1'", "explore run.jsonl --steps 200 --processes 1",
        "record --program counter -o - < actions",
    ])
    func aFailedWriteToStandardOutputIsReported(_ line: String) throws {
        try sandbox.write(#"{"increment":{}}"#, to: "actions")
        let finished = try sandbox.shell("counter-timeline \(line) > /dev/full")
        #expect(
            finished
                == Finished(errors: "Error: cannot write to standard output: No space left on device\n", status: 73))
    }

    /// A limit of 0 bytes on each file that is made. The pipes keep the streams from it.
    private func limited(_ line: String) throws -> Finished {
        try sandbox.shell("bash -c '(ulimit -f 0; \(line); echo status $?) 2>&1 | cat'")
    }

    @Test func withoutDiskSpaceTheAppRunsAndTheReasonIsPrinted() throws {
        try sandbox.write("add 5\n", to: "orders")
        let place = "\(sandbox.folder)/new.jsonl"
        #expect(
            try limited("timeline record -o new.jsonl -- \(Sandbox.tools)/counter-app < orders")
                == Finished(
                    output: """
                        timeline: nothing is recorded: cannot write \(place): file too large
                        Warning: counter-app recorded nothing: cannot create new.jsonl: file too large
                        status 0

                        """))
        try sandbox.write(#"{"increment":{}}"#, to: "actions")
        #expect(
            try limited("counter-timeline record --program counter -o new.jsonl < actions")
                == Finished(output: "Error: cannot write new.jsonl: file too large\nstatus 73\n"))
        #expect(Set(sandbox.files().keys) == ["run.jsonl", "orders", "actions"])
    }

    /// Runs `body` with a disk of 16 KiB, with so many of them free.
    private func onDisk(free: Int, _ body: () throws -> Void) throws {
        let disk = try SmallDisk("16k", at: "\(sandbox.folder)/disk")
        try Data(count: 16_384 - free).write(to: URL(fileURLWithPath: "\(disk.path)/ballast"))
        try withExtendedLifetime(disk, body)
    }

    /// There is room for the first lines, and none for the status page.
    @Test(.needsDisk) func onAnAlmostFullDiskEachFileIsNamedOnce() throws {
        try sandbox.write(String(repeating: #"{"increment":{}}"# + "\n", count: 200), to: "actions")
        try onDisk(free: 4096) {
            let finished = try sandbox.shell("counter-timeline record --program counter -o disk/run.jsonl < actions")
            let journal = try Journal(opening: "\(sandbox.folder)/disk/run.jsonl")
            let held = journal.last
            #expect(
                finished
                    == Finished(
                        errors: """
                            timeline: whether the last reducer returned will not be known after a crash: cannot write \
                            disk/run.jsonl.status: no space left on device
                            timeline: recording stopped at step \(held + 1): no space left on device (disk/run.jsonl)
                            timeline: the end of the recording is missing, and the \(200 - held) steps before it: no space \
                            left on device (disk/run.jsonl)
                            Error: disk/run.jsonl holds \(held) of 200 actions; the reason is above

                            """, status: 73))
            #expect((1..<200).contains(held))
        }
    }

    @Test(.needsDisk) func beforeABadActionOnlyThoseOnFileAreCounted() throws {
        let actions = String(repeating: #"{"increment":{}}"# + "\n", count: 200) + "{}"
        try sandbox.write(actions, to: "actions")
        try onDisk(free: 8192) {
            let finished = try sandbox.shell("counter-timeline record --program counter -o disk/run.jsonl < actions")
            let held = try Journal(opening: "\(sandbox.folder)/disk/run.jsonl").last
            #expect(finished.status == 65)
            #expect(finished.errors.hasSuffix("\n\(held) actions before it are recorded in disk/run.jsonl.\n"))
        }
    }

    /// Without a status page it is unknown whether the last reducer returned, and it is not run to find out.
    @Test(.needsDisk) func onAnAlmostFullDiskALastStepIsNotRunAgain() throws {
        try sandbox.write("add 5\ncrash\n", to: "orders")
        try onDisk(free: 4096) {
            let app = try sandbox.shell("timeline record -o disk/run.jsonl -- counter-app < orders")
            #expect(app.status == 132 || app.status == 133)
            let signal = app.status == 132 ? "SIGILL" : "SIGTRAP"
            #expect(
                app.errors.split(separator: "\n").filter { $0.hasPrefix("counter-app was") } == [
                    "counter-app was ended by \(signal) in or after step 2. Recorded in disk/run.jsonl"
                ])
            let bundle = try sandbox.shell("counter-timeline bundle disk/run.jsonl -o bundle.jsonl")
            #expect(
                bundle.errors == """
                    Warning: disk/run.jsonl has neither an end line nor a status page, so it is unknown whether the reducer of step 2 \
                    returned: the bundle keeps that step last, and it was not run

                    """)
            #expect(bundle.status == 0)
        }
    }

    /// There is no room even for a gap line, but the status page holds the number of steps.
    @Test(.needsDisk) func stepsLostAtTheEndOfAFullDiskAreReported() throws {
        try sandbox.write(String(repeating: #"{"increment":{}}"# + "\n", count: 200), to: "actions")
        try onDisk(free: 8192) {
            let finished = try sandbox.shell("counter-timeline record --program counter -o disk/run.jsonl < actions")
            let held = try Journal(opening: "\(sandbox.folder)/disk/run.jsonl").last
            #expect(finished.status == 73)
            #expect(
                finished.errors.hasSuffix("\nError: disk/run.jsonl holds \(held) of 200 actions; the reason is above\n")
            )
            let info = try sandbox.run(["info", "disk/run.jsonl"])
            #expect(
                info.output.split(separator: "\n").filter { $0.hasPrefix("steps") || $0.hasPrefix("lost") }.map {
                    $0.prefix { $0 != "," }
                } == [
                    "steps      \(held) steps",
                    "lost       steps \(held + 1) to 200 were reduced but not written",
                ])
            let json = try sandbox.run(["info", "disk/run.jsonl", "--json"])
            #expect(json.output.contains(#","lost":{"from":\#(held + 1),"through":200},"#))
            let bundle = try sandbox.run(["bundle", "disk/run.jsonl", "--last", "1", "-o", "-"])
            #expect(bundle.errors == "")
        }
    }
}
