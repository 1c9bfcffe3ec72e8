import Foundation
import Synchronization
import Testing
import TimelineKit
import TimelineLive
import TimelineRemote
import TimelineStore
import TimelineTestSupport

/// A replica that shares through a host writes no value that a recording hides, unless the app allows it.
struct LinkedRealValuesTests {
    struct Account: Codable, Equatable, Sendable {
        @Redacted var email = ""
        var visits = 0
    }

    enum AccountAction: Codable, Sendable { case signedIn(Redacted<String>), visited }

    struct AccountProgram: Program {
        let name = "account"
        let version = "1"
        let initialState = Account()

        func reduce(_ state: inout Account, _ action: AccountAction) {
            switch action {
            case .signedIn(let email): state.email = email.wrappedValue
            case .visited: state.visits += 1
            }
        }
    }

    @Test func itEndsAndTheHostsFolderHoldsNone() async throws {
        let program = AccountProgram()
        let folder = try TemporaryFolder()
        let run = try HostRun(
            program, at: .unixSocket(path: folder.file("host")), isSharing: true, folder: folder,
            tokenFile: folder.file("host.token"))
        let reported = ReportedLines()
        let other = Store(program: program)
        let linked = try await LinkedReplica(
            other, program: program, through: run.place.url, folder: folder.file("mine"), id: "lap", mode: .actions,
            sendingAtMostEvery: .milliseconds(5),
            onProblem: { problem in reported.lines.withLock { $0.append("\(problem.kind): \(problem)") } })
        other.dispatch(.visited)
        #expect(await linked.flush())
        other.dispatch(.signedIn(Redacted("ann@example.org")))
        await linked.flush(within: .milliseconds(50))
        #expect(
            reported.lines.withLock { $0 } == [
                "redacted: \(folder.file("mine"))/lap.jsonl is not written: $.signedIn._0 is redacted. Replication has "
                    + "ended. To share such values, pass realValues: .allowed."
            ])
        for name in ["shared/lap.jsonl", "shared/desk.jsonl", "mine/lap.jsonl", "mine/desk.jsonl"] {
            #expect(try !text(of: folder.file(name)).contains("ann@example.org"))
        }
        #expect(try text(of: folder.file("shared/lap.jsonl")).contains("visited"))
        // Its connection ends, too: the host soon accepts another replica with the same id.
        let next = Store(program: program)
        var again: LinkedReplica<AccountProgram>?
        let deadline = ContinuousClock.now + .seconds(20)
        while again == nil, ContinuousClock.now < deadline {
            again = try? await LinkedReplica(
                next, program: program, through: run.place.url, folder: folder.file("again"), id: "lap", mode: .actions,
                onProblem: { problem in reported.lines.withLock { $0.append("\(problem.kind): \(problem)") } })
            if again == nil { try await Task.sleep(for: .milliseconds(20)) }
        }
        #expect(again != nil)
        #expect(next.state.visits == 1)
        #expect(reported.lines.withLock { $0.count } == 1)
        withExtendedLifetime((linked, again)) {}
        await run.host.finish()
    }
}
