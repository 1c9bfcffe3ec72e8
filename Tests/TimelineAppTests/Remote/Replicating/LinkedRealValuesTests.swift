import Foundation
import Testing
import TimelineKit
import TimelineLive
import TimelineRemote
import TimelineStore
import TimelineTestSupport

/// A replica that shares through a host writes no value that a recording hides, unless the app allows it.
struct LinkedRealValuesTests {
    @Test func itEndsAndTheHostsFolderHoldsNone() async throws {
        let program = LoginProgram()
        let folder = try TemporaryFolder()
        let run = try HostRun(
            program, at: .unixSocket(path: folder.file("host")), isSharing: true, folder: folder,
            tokenFile: folder.file("host.token"))
        let reported = Notes()
        let other = Store(program: program)
        let linked = try await Replica(
            other, program: program, joining: run.place.url, folder: folder.file("mine"), id: "lap", mode: .actions,
            sendingAtMostEvery: .milliseconds(5),
            onProblem: { problem in reported.note("\(problem.kind): \(problem)") })
        other.set(Login(counts: ["visits": 1]), by: "test")
        #expect(await linked.flush(within: .seconds(2)))
        other.dispatch(.signedIn(name: "ann", email: Redacted("ann@example.org"), pin: Redacted(0)))
        await linked.flush(within: .milliseconds(50))
        #expect(
            reported.all == [
                "redacted: \(folder.file("mine"))/lap.jsonl is not written: $.signedIn.email is redacted. Replication has "
                    + "ended. To share such values, pass realValues: .allowed."
            ])
        for name in ["shared/lap.jsonl", "shared/desk.jsonl", "mine/lap.jsonl", "mine/desk.jsonl"] {
            #expect(try !text(of: folder.file(name)).contains("ann@example.org"))
        }
        #expect(try text(of: folder.file("shared/lap.jsonl")).contains("visits"))
        // It leaves, too: the host soon accepts another replica with the same id.
        let next = Store(program: program)
        var again: Replica<LoginProgram>?
        let deadline = ContinuousClock.now + .seconds(20)
        while again == nil, ContinuousClock.now < deadline {
            again = try? await Replica(
                next, program: program, joining: run.place.url, folder: folder.file("again"), id: "lap", mode: .actions,
                onProblem: { problem in reported.note("\(problem.kind): \(problem)") })
            if again == nil { try await Task.sleep(for: .milliseconds(20)) }
        }
        #expect(again != nil)
        #expect(next.state.counts == ["visits": 1])
        #expect(reported.all.count == 1)
        withExtendedLifetime((linked, again)) {}
        await run.host.finish()
    }
}
