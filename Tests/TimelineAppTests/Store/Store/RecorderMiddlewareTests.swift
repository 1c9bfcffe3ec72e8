import Foundation
import Testing
import TimelineKit
import TimelineReplay
import TimelineStore
import TimelineTestSupport

/// The recording holds the states of the store, whatever the recorder was created with.
struct RecorderMiddlewareTests {
    private struct Identified: Codable, Equatable, Sendable {
        var id = UUID()
        var total = 0
    }

    private struct IdentifiedProgram: Program {
        let name = "identified"
        let version = "1"
        let made = Notes()
        var initialState: Identified {
            made.note("a first state")
            return Identified()
        }

        func reduce(_ state: inout Identified, _ action: Int) { state.total += action }
    }

    private let folder = TemporaryFolder()
    private let recorder: Recorder<Identified, Int>

    init() throws {
        recorder = Recorder(program: "identified", version: "1", initialState: Identified(), in: .file(folder.file()))
    }

    private func changes(_ name: String = "run.jsonl") throws -> [String] {
        try Journal(opening: folder.file(name)).steps().map { step in
            switch step.change {
            case .action(let action): "\(action.value) \(step.from ?? "-") \(step.cause ?? 0)"
            case .set(_, let by): "set by \(by)"
            case .opaque: "opaque"
            }
        }
    }

    @Test func theFirstStateOfTheStoreIsRecorded() throws {
        let store = Store(program: IdentifiedProgram(), middleware: [recorder.middleware])
        for number in 1...20 { store.dispatch(number) }
        recorder.finish()
        var replayer = try Replayer(program: IdentifiedProgram(), timeline: folder.file())
        while try replayer.next() != nil {}
        #expect(replayer.divergence == nil)
        #expect(try replayer.state(at: 21) == store.state)
        #expect(try changes().prefix(2) == ["set by outside", "1 user 0"])
    }

    @MainActor @Test func aProgramMakesItsFirstStateOnce() throws {
        let program = IdentifiedProgram()
        let recorder = Recorder(program: program, in: .file(folder.file("counted.jsonl")))
        let main = MainStore(program: program, middleware: [recorder.middleware])
        let store = Store(program: program, middleware: [recorder.middleware])
        #expect(store.state == main.state)
        store.dispatch(1)
        recorder.finish()
        #expect(program.made.all.count == 1)
        #expect(try changes("counted.jsonl") == ["1 user 0"])
        // After a step, the recorded state is not the first one.
        let later = Store(program: program, middleware: [recorder.middleware])
        #expect(later.state.total == 0 && program.made.all.count == 2)
    }

    @Test func causesAreTheStepsOfTheRecording() throws {
        let store = Store(
            program: IdentifiedProgram(),
            middleware: [
                Middleware { dispatched, store, next in
                    next(dispatched)
                    if dispatched.action < 10 { store.dispatch(dispatched.action + 10) }
                    if dispatched.action == 3 { store.dispatch(30, cause: .max) }
                }, recorder.middleware,
            ])
        let subscription = store.subscribe { [recorder] state in
            // A state that the store does not count, between an action and its effect.
            if state.total == 14 { recorder.set(Identified(), by: "test") }
        }
        for number in 1...3 { store.dispatch(number) }
        subscription.cancel()
        recorder.finish()
        #expect(
            try changes() == [
                "set by outside", "1 user 0", "11 effect 2", "2 user 0", "set by test", "set by outside", "12 effect 4",
                "3 user 0", "13 effect 8", "30 effect 0",
            ])
    }
}
