import Synchronization
import Testing
import TimelineKit
import TimelineStore
import TimelineTestSupport

@Suite(.ownThreads)
struct EffectTests {
    /// A store with these effects, and a log of its actions.
    private func store(
        _ log: Log, _ running: RunningEffects,
        effects: @escaping @Sendable (_ action: String, _ state: Tally) -> [Effect<String>]
    ) -> Store<Tally, String> {
        Store([.effects(in: running, effects), .noting(in: log)])
    }

    @Test func anEffectSeesTheNewStateAndItsActionsKnowTheirCause() async {
        let log = Log()
        let running = RunningEffects()
        let store = store(log, running) { action, state in
            guard action == "load" else { return [] }
            return [
                .run { send in
                    send("loaded at \(state.count)")
                    await Task.yield()
                    send("again")
                }
            ]
        }
        store.dispatch("zero")
        store.dispatch("load")
        await running.allEnded()
        #expect(running.count == 0)
        #expect(log.lines == ["zero 1 user -", "load 2 user -", "loaded at 2 3 effect 2", "again 4 effect 2"])
    }

    @Test func allEndedWaitsForEffectsOfEffects() async {
        let log = Log()
        let running = RunningEffects()
        let store = store(log, running) { action, _ in
            guard let number = Int(action), number > 0 else { return [] }
            return [
                .run { send in
                    await Task.yield()
                    send("\(number - 1)")
                }
            ]
        }
        store.dispatch("3")
        await running.allEnded()
        #expect(log.lines == ["3 1 user -", "2 2 effect 1", "1 3 effect 2", "0 4 effect 3"])
    }

    @Test func anActionThatAnInnerMiddlewareDropsHasNoEffects() async {
        let running = RunningEffects()
        let asked = Log()
        let store = Store([
            .effects(in: running) { action, _ in
                asked.note(action)
                return []
            },
            Middleware { dispatched, _, next in if dispatched.action != "drop" { next(dispatched) } },
        ])
        store.dispatch("a")
        store.dispatch("drop")
        #expect(asked.lines == ["a"])
    }

    @Test func aCancelledEffectDispatchesNothing() async {
        let running = RunningEffects()
        let store = store(Log(), running) { action, _ in
            switch action {
            case "start":
                // Ignores its cancellation.
                [.run(id: "spin") { send in for index in 0..<2000 { send("spin \(index)") } }]
            case "stop": [.cancel(id: "spin")]
            default: []
            }
        }
        for _ in 0..<20 {
            store.dispatch("start")
            while !store.state.names.last!.hasPrefix("spin") { await Task.yield() }
            store.dispatch("stop")
            let count = store.state.count
            await running.allEnded()
            #expect(store.state.count == count)
            store.set(Tally(names: ["again"]), by: "test")
        }
    }

    @Test func anEffectCancelsTheOneOfTheSameName() async {
        let running = RunningEffects()
        let log = Log()
        let store = store(log, running) { action, _ in
            guard action.hasPrefix("search") else { return [] }
            return [
                .run(id: "search") { send in
                    try? await Task.sleep(for: .milliseconds(action == "search r" ? 600_000 : 1))
                    send("found \(action)")
                }
            ]
        }
        store.dispatch("search r")
        store.dispatch("search ri")
        await running.allEnded()
        #expect(log.lines == ["search r 1 user -", "search ri 2 user -", "found search ri 3 effect 2"])
        store.dispatch("search x")
        await running.allEnded()
        #expect(store.state.names.last == "found search x")
    }

    @Test func anEndedEffectDispatchesNothing() async {
        let running = RunningEffects()
        let kept = Mutex<Effect<String>.Send?>(nil)
        let store = store(Log(), running) { action, _ in
            action == "go" ? [.run { send in kept.withLock { $0 = send } }] : []
        }
        store.dispatch("go")
        await running.allEnded()
        kept.withLock { $0 }?("late")
        #expect(store.state.names == ["go"])
        kept.withLock { $0 = nil }
    }

    @Test func severalEffectsRunUnderOneNameAndAreCancelledTogether() async {
        let running = RunningEffects()
        let log = Log()
        let store = store(log, running) { action, _ in
            switch action {
            case "stop": [.cancel(id: "sleep"), .cancel(id: "unknown")]
            case _ where action.hasPrefix("start"):
                [
                    .run(id: "sleep", cancelInFlight: false) { send in
                        try? await Task.sleep(for: .seconds(600))
                        send("woke up")
                    }
                ]
            default: []
            }
        }
        for number in 1...3 { store.dispatch("start \(number)") }
        #expect(running.count == 3)
        store.dispatch("stop")
        await running.allEnded()
        #expect(log.lines == ["start 1 1 user -", "start 2 2 user -", "start 3 3 user -", "stop 4 user -"])
    }

    @Test func anEndedEffectLeavesTheOthersOfItsNameRunning() async {
        let running = RunningEffects()
        let store = store(Log(), running) { action, _ in
            switch action {
            case "short": [.run(id: "both", cancelInFlight: false) { send in send("ended") }]
            case "long":
                [.run(id: "both", cancelInFlight: false) { _ in try? await Task.sleep(for: .seconds(600)) }]
            case "stop": [.cancel(id: "both")]
            default: []
            }
        }
        store.dispatch("long")
        store.dispatch("short")
        while running.count > 1 { await Task.yield() }
        #expect(store.state.names == ["long", "short", "ended"])
        store.dispatch("stop")
        await running.allEnded()
    }

    @Test func effectsMayDependOnTheStatesBeforeAndAfter() {
        let log = Log()
        let store = Store([
            .effects { action, before, after in
                log.note("\(action) \(before.count) -> \(after.count)")
                return []
            }
        ])
        store.dispatch("a")
        store.dispatch("b")
        #expect(log.lines == ["a 0 -> 1", "b 1 -> 2"])
    }
}
