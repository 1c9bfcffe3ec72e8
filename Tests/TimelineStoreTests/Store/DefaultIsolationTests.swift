import Testing
import TimelineKit
import TimelineMainActorCore
import TimelineStore
import TimelineTestSupport

/// `TimelineMainActorCore` is compiled with `-default-isolation MainActor`.
@MainActor
struct DefaultIsolationTests {
    @Test func aModuleOfTheMainActorUsesAMainStore() async throws {
        let folder = try TemporaryFolder()
        let recorder = Recorder(program: NotesProgram(), in: .file(folder.file()))
        let store = makeStore([recorder.middleware])
        let view = NotesView(store)
        let before = reduced
        store.dispatch(.added(text: "milk"))
        let changes = Task { await values(store, count: 3) }
        await Task.yield()
        store.dispatch(.added(text: "bread"))
        store.dispatch(.removed(index: 0))
        view.close()
        recorder.finish()
        #expect(await changes.value == [1, 2, 1])
        #expect(view.shown == ["-", "milk", "bread"])
        #expect(reduced - before == 3)
        #expect(try Replayer(program: NotesProgram(), timeline: folder.file()).stateAtEnd() == store.state)
    }
}

extension Replayer {
    fileprivate func stateAtEnd() throws -> P.State {
        var replayer = self
        return try replayer.state(at: 3)
    }
}
