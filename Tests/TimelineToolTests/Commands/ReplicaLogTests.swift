import TestHarness
import Testing

/// The output of commands for a replica's log, in which the steps are known and the states between are not.
@Suite(.ownThreads)
struct ReplicaLogTests {
    private static let log = #"""
        {"timeline":1,"session":"s","program":"counter","version":"1","started":"2026-11-22T07:00:00.000000Z","segment":1,"platform":{"os":"Linux","arch":"x86_64","swift":"6.3"},"requires":["replica"],"replica":{"id":"desk-1","mode":"actions","snapshot":{"clock":4,"id":{"number":1,"origin":"desk-1"},"included":{"desk-1":2,"lap-1":1}}}}
        {"seq":2,"at":0.500000,"state":{"count":3}}
        {"seq":3,"at":1.000000,"action":{"increment":{}},"from":"user","clock":5,"seen":{"lap-1":1}}
        {"replica":{"clock":6,"hash":"0123456789abcdef","number":1,"point":{"counts":{"desk-1":3,"lap-1":2},"snapshot":{"number":1,"origin":"desk-1"}}}}
        {"seq":4,"at":2.000000,"action":{"increment":{}},"from":"user","clock":7,"seen":{"lap-1":2}}

        """#

    private let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
        try sandbox.write(Self.log, to: "desk-1.jsonl")
    }

    @Test func infoNamesTheReplica() throws {
        let info = try sandbox.run(["info", "desk-1.jsonl"])
        #expect(
            info.output == """
                program    counter 1
                session    s
                started    2026-11-22T07:00:00.000000Z
                platform   Linux x86_64, Swift 6.3
                replica    desk-1: changes of other replicas come between its steps, and are not in this file
                steps      2 steps, 3 to 4, in 2.000 s
                actions    2
                           2  increment
                snapshots  1
                size       \(Self.log.utf8.count) bytes
                ended      not cleanly, or still running: there is no end line

                """)
        #expect(info.status == 0)
    }

    @Test func logShowsItsSteps() throws {
        let log = try sandbox.run(["log", "desk-1.jsonl"])
        #expect(log.output == "      3     1.000  user      increment\n      4     2.000  user      increment\n")
        #expect(log.status == 0)
    }

    @Test func onlyTheStateOnFileIsShown() throws {
        #expect(try sandbox.run(["state", "desk-1.jsonl", "2"]).output == "{\n  \"count\": 3\n}\n")
        let later = try sandbox.run(["state", "desk-1.jsonl", "4"])
        #expect(
            later.errors == """
                Error: the state after step 4 of desk-1.jsonl cannot be known: it is the log of a replica, which lacks the \
                changes that other replicas made between its steps; replay the recording of an instance instead

                """)
        #expect(later.output == "" && later.status == 2)
    }

    /// The same for a redacted copy, which omits the header's note on the replica.
    @Test(arguments: ["desk-1.jsonl", "copy.jsonl"])
    func replayConfirmsNothing(file: String) throws {
        let copy = try sandbox.run(["redact", "desk-1.jsonl", "-o", "copy.jsonl", "--path", "$.name"])
        #expect(copy.status == 0)
        let replay = try sandbox.run(["replay", "--verify", file])
        #expect(
            replay.output == """
                0 steps replayed, 2 steps skipped. There is no recorded state to compare with.
                Skipped, because changes of other replicas come between them: steps 3 to 4.
                Steps 3 to 4 cannot be reduced, and no recorded state follows.

                """)
        #expect(replay.status == 2)
    }
}
