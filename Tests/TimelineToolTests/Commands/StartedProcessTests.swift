import Foundation
import Testing
import TimelineTestSupport

#if os(Linux)
    /// The processes that a command starts end with it, also when it is killed. They are those that work in the folder of the test.
    @Suite(.ownThreads)
    struct StartedProcessTests {
        private let sandbox: Sandbox

        init() throws {
            sandbox = Sandbox([
                "run.jsonl": Recorded.text([
                    Recorded.header, #"{"seq":0,"at":0.000000,"state":{"count":0}}"#,
                    #"{"seq":1,"at":0.100000,"action":{"increment":{}},"from":"user"}"#,
                    #"{"seq":2,"at":0.200000,"action":{"reset":{}},"from":"user"}"#,
                    #"{"seq":2,"at":0.200000,"state":{"count":9}}"#,
                ])
            ])
        }

        private static let command = "touch started; trap '' TERM HUP; sleep 60 & sleep 60; wait"

        @Test(
            arguments: [
                (["bisect", "run.jsonl", "--run", command], "", SIGTERM),
                (["bisect", "run.jsonl", "--bad", "$.count > 0"], "hang bisect", SIGKILL),
                (["minimize", "run.jsonl", "--run", command], "", SIGKILL),
                (["minimize", "run.jsonl", "--bad", "$.count < 0"], "hang worker", SIGTERM),
                (["verify", "run.jsonl", "--timeout", "0"], "hang worker", SIGKILL),
                (["verify", "run.jsonl", "--timeout", "0"], "hang print-states", SIGTERM),
            ])
        func noProcessOutlivesTheCommand(_ arguments: [String], fault: String, signal: Int32) throws {
            let process = try sandbox.start(
                arguments, environment: ["COUNTER_FAULT": fault, "COUNTER_FAULT_FILE": "started"])
            try wait("the fault did not occur") { FileManager.default.fileExists(atPath: "\(sandbox.folder)/started") }
            #expect(processes().count > 1)
            #expect(try process.end(signal).status == 128 + signal)
            try wait("a process is still running") { processes().isEmpty }
        }

        /// The terminal sends control-C to its foreground process group, which the command of `--run` is not in.
        @Test func controlCInterruptsTheCommandOfMinimize() throws {
            // The first and the last state are judged before the search. While dash starts a process, it loses the signal.
            let command =
                "echo >> runs; case $(wc -l < runs) in 1) exit 0;; 3) : > started; exec sleep 60;; esac; exit 1"
            let finished = try sandbox.run(["minimize", "run.jsonl", "--run", command]) { id in
                try wait("no command runs") { FileManager.default.fileExists(atPath: "\(sandbox.folder)/started") }
                kill(id, SIGINT)
            }
            #expect(finished.status == 0, "\(finished)")
        }

        /// The pipe of its supervisor is at its end from the start.
        @Test func aCommandEndsWhoseSupervisorEndedBeforeItBegan() throws {
            let tool = "\(Sandbox.tools)/counter-timeline"
            // dash knows descriptors of one digit.
            let script = "true | exec '\(tool)' bisect run.jsonl --bad '$.count > 0' 10<&0"
            let variables = ["COUNTER_FAULT": "hang bisect", "TIMELINE_SUPERVISED": "1"]
            let finished = try sandbox.run(["-c", script], with: "/bin/bash", environment: variables)
            #expect(finished.status == 69, "\(finished)")
        }

        private func processes() -> [String] {
            let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
            return processes.filter {
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\($0)/cwd")) == sandbox.folder
            }
        }

        private func wait(_ failure: Comment, until isTrue: () -> Bool) throws {
            for _ in 0..<400 where !isTrue() { usleep(25_000) }
            try #require(isTrue(), failure)
        }
    }
#endif
