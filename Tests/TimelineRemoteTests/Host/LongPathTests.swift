import TestHarness
import Testing
import TimelineRemote

@Suite(.ownThreads)
struct LongPathTests {
    @Test func `a host quotes only the beginning of a path, to its client and to the app`() async throws {
        let run = try HostRun()
        let long = String(repeating: "x", count: 8000)
        let answers = try ["$[\(long)", "$.\(long)", "/~\(long)", "/\(long)"].map { try run.get("/state?path=\($0)") }
        #expect(answers.map(\.status) == [400, 404, 400, 404])
        for answer in answers { #expect(answer.body.utf8.count < 300, "\(answer.body)") }
        let action = try run.post("/dispatch", #"{"action":{"\#(long)":{}}}"#)
        #expect(action.status == 422)
        #expect(action.body.utf8.count < 500, "\(action.body)")
        await run.host.finish()
        #expect(run.refusals.count == 5)
        for line in run.refusals { #expect(line.utf8.count < 600, "\(line)") }
    }
}
