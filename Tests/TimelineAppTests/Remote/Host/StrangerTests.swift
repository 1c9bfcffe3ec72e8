import Foundation
import Synchronization
import Testing
import TimelineRemote
import TimelineTestPrograms
import TimelineTestSupport

@Suite(.ownThreads)
struct StrangerTests {
    private final class Flood: Sendable {
        let isOver = Atomic(false)
        let connections = Atomic(0)

        /// Keeps some connections, and replaces the oldest without pause. Returns at once.
        func start(keeping kept: Int, connect: @escaping @Sendable () throws -> RawSocket) {
            Thread { [self] in
                var sockets: [RawSocket?] = []
                while !isOver.load(ordering: .relaxed), connections.load(ordering: .relaxed) < 200_000 {
                    sockets.append(try? connect())
                    if sockets.count > kept { sockets.removeFirst() }
                    connections.add(1, ordering: .relaxed)
                }
            }.start()
        }
    }

    @Test(arguments: [0, 1, 16])
    func strangersThatReconnectWithoutPauseDoNotLockOutTheOwner(kept: Int) async throws {
        let run = try HostRun(CounterProgram())
        let flood = Flood()
        for _ in 1...4 { flood.start(keeping: kept) { try run.connect() } }
        var statuses: [Int] = []
        for _ in 1...8 { statuses.append((try? await RawSocket.onThread { try run.get("/state").status }) ?? 0) }
        flood.isOver.store(true, ordering: .relaxed)
        let count = flood.connections.load(ordering: .relaxed)
        #expect(statuses == Array(repeating: 200, count: 8), "\(count) connections")
        await run.host.finish()
    }
}
