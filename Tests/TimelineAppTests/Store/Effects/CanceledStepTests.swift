import Testing
import TimelineKit
import TimelineReplay
import TimelineStore
import TimelineTestSupport

/// A recording says which steps' effects were canceled before they ended.
@Suite(.ownThreads)
struct CanceledStepTests {
    private let running = RunningEffects()
    private let folder = TemporaryFolder()

    /// Records these actions, each of which starts the effects that `effects` returns.
    private func canceled(
        _ actions: [Int], ending: Bool = false, _ effects: @escaping @Sendable (_ action: Int) -> [Effect<Int>]
    ) async throws -> [String] {
        // Not the first state of the recorder, so the recorder counts one step more than the store.
        let recorder = Recorder<Int, Int>(program: "sum", version: "1", initialState: 5, in: .file(folder.file()))
        let store = Store(
            initialState: 0,
            middleware: [.effects(in: running) { action, _ in effects(action) }, recorder.middleware]
        ) { state, action in state += action }
        for action in actions {
            store.dispatch(action)
            if ending { await running.allEnded() }
        }
        await running.allEnded()
        recorder.finish()
        var lines = try Journal(opening: folder.file()).lines(fromStep: 0)
        var found: [String] = []
        while let line = try lines.next() {
            if case .canceled(let canceled) = line.content { found.append("\(canceled.seq): \(canceled.step)") }
        }
        return found
    }

    private static let sleep = Effect<Int>.run(id: "a", cancelInFlight: true) { _ in
        try? await Task.sleep(for: .seconds(3600))
    }
    private static let other = Effect<Int>.run(id: "b") { _ in try? await Task.sleep(for: .seconds(3600)) }

    @Test func theStepsOfCanceledEffectsAreRecorded() async throws {
        #expect(
            try await canceled([1, 1, 2]) { $0 == 1 ? [Self.sleep] : [.cancel(id: "a"), .cancel(id: "a")] } == [
                "3: 2", "4: 3",
            ])
    }

    @Test func aStepWhoseOtherEffectRunsIsNotCanceled() async throws {
        #expect(
            try await canceled([1, 2, 3]) {
                $0 == 1 ? [Self.sleep, Self.other] : [.cancel(id: $0 == 2 ? "a" : "b")]
            } == ["4: 2"])
    }

    @Test func anEffectThatHasEndedIsNotCanceled() async throws {
        let found = try await canceled([1, 2], ending: true) { $0 == 1 ? [.run(id: "a") { _ in }] : [.cancel(id: "a")] }
        #expect(found == [])
    }
}
