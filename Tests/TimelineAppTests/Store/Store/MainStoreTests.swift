import Observation
import Testing
import TimelineKit
import TimelineStore

@MainActor
struct MainStoreTests {
    private func store(_ middleware: [Middleware<Tally, String>] = []) -> MainStore<Tally, String> {
        MainStore(initialState: Tally(), middleware: middleware) { Tally.reduce(&$0, $1) }
    }

    @Test func subscribersAndObserversAreCalledOnTheMainActor() {
        let log = Notes()
        let store = store()
        let whole = store.subscribe { state in
            MainActor.assertIsolated(); log.note("whole \(state.count)")
        }
        let part = store.subscribe(to: \.names.last, initial: true) { log.note("last \($0 ?? "-")") }
        withObservationTracking {
            _ = store.count
        } onChange: {
            MainActor.assumeIsolated { log.note("observed \(store.count)") }
        }
        store.dispatch("a")
        store.set(Tally(count: 7), by: "test")
        whole.cancel()
        part.cancel()
        #expect(log.all == ["last -", "observed 1", "whole 1", "last a", "whole 7", "last -"])
        #expect(store[\.names] == [])
        #expect(store.state == Tally(count: 7))
    }

    @Test func effectsDispatchFromOtherThreads() async {
        let log = Notes()
        let running = RunningEffects()
        let store = store([
            .effects(in: running) { action, _ in
                guard action == "go" else { return [] }
                return (0..<8).map { number in .run { send in for _ in 0..<100 { send("\(number)") } } }
            }, .noting(in: log),
        ])
        store.dispatch("go")
        await running.allEnded()
        #expect(store.count == 801)
        #expect(log.all.dropFirst().allSatisfy { $0.hasSuffix("effect 1") })
    }

    @Test func liveFeaturesCallItFromOtherThreads() async {
        let store = store()
        let log = Notes()
        observe {
            store.count
        } log: {
            log.note("\($0)")
        }
        let core = store.live.core
        store.dispatch("a")
        let result = await Task.detached {
            let traveler = ObjectIdentifier(log)
            let first = core.request("b", from: .remote)
            let began = core.beginTimeTravel(traveler, refusesActions: true) { log.note("refused \($0.action)") }
            core.show(Tally(count: 40), for: traveler) { true }
            let second = core.request("c", from: .remote)
            core.endTimeTravel(traveler, settingBy: nil, .release)
            return (first, began, second, core.liveStep.state)
        }.value
        #expect(result.0 == .step(2))
        #expect(result.1)
        #expect(result.2 == .refused)
        #expect(result.3 == Tally(count: 2, names: ["a", "b"]))
        #expect(log.all == ["0", "1", "2", "40", "refused c", "2"])
    }

    private func observe(_ read: @escaping @MainActor () -> Int, log: @escaping @MainActor (Int) -> Void) {
        let value = withObservationTracking(read) { MainActor.assumeIsolated { observe(read, log: log) } }
        log(value)
    }
}
