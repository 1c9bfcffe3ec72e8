import Foundation
import Synchronization
import Testing
import TimelineKit
import TimelineStore
import TimelineTestSupport

struct ReplayEffectsTests {
    private struct Fetching: Program {
        let name = "fetching"
        let version = "1"
        let initialState = 0

        func reduce(_ state: inout Int, _ action: Action) {
            switch action {
            case .fetch: state += 1
            case .fetched(let value): state += value
            }
        }

        enum Action: Codable, Sendable {
            case fetch
            case fetched(Int)
        }
    }

    @Test func noMiddlewareAndNoEffectRuns() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonl").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let recorder = Recorder(program: Fetching(), in: .file(path))
        let ran = Mutex((middleware: 0, effects: 0))
        let running = RunningEffects()
        let store = Store(
            program: Fetching(),
            middleware: [
                Middleware { dispatched, _, next in
                    ran.withLock { $0.middleware += 1 }
                    next(dispatched)
                },
                .effects(in: running) { action, _ in
                    guard case .fetch = action else { return [] }
                    return [
                        .run { send in
                            ran.withLock { $0.effects += 1 }
                            send(.fetched(10))
                        }
                    ]
                },
                recorder.middleware,
            ])
        store.dispatch(.fetch)
        await running.allEnded()
        recorder.finish()
        #expect(ran.withLock { $0 == (2, 1) })

        var replayer = try Replayer(program: Fetching(), timeline: path)
        var states: [Int] = []
        while let taken = try replayer.next() { states.append(taken.state) }
        #expect(states == [1, 11])
        #expect(replayer.divergence == nil)
        #expect(ran.withLock { $0 == (2, 1) })
    }
}
