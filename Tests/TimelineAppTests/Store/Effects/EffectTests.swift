import Synchronization
import Testing
import TimelineKit
import TimelineStore
import TimelineTestSupport

@Suite(.ownThreads)
struct EffectTests {
    private let log = Notes()
    private let running = RunningEffects()

    /// A store with these effects, whose actions are logged.
    private func store(
        effects: @escaping @Sendable (_ action: String, _ state: Tally) -> [Effect<String>]
    ) -> Store<Tally, String> {
        Store([.effects(in: running, effects), .noting(in: log)])
    }

    @Test func allEndedWaitsForEffectsOfEffectsWhichSeeTheNewStateAndWhoseActionsKnowTheirCause() async {
        let store = store { action, state in
            guard let number = Int(action), number > 0 else { return [] }
            return [
                .run { send in
                    send("at \(state.count)")
                    await Task.yield()
                    send("\(number - 1)")
                }
            ]
        }
        store.dispatch("zero")
        store.dispatch("2")
        await running.allEnded()
        #expect(running.count == 0)
        #expect(
            log.all == [
                "zero 1 user -", "2 2 user -", "at 2 3 effect 2", "1 4 effect 2", "at 4 5 effect 4", "0 6 effect 4",
            ])
    }

    @Test func anActionThatAnInnerMiddlewareDropsHasNoEffects() async {
        let asked = Notes()
        let store = Store([
            .effects(in: running) { action, _ in
                asked.note(action)
                return []
            },
            Middleware { dispatched, _, next in if dispatched.action != "drop" { next(dispatched) } },
        ])
        store.dispatch("a")
        store.dispatch("drop")
        #expect(asked.all == ["a"])
    }

    @Test func aCancelledEffectDispatchesNothing() async {
        let store = store { action, _ in
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
        let store = store { action, _ in
            guard action.hasPrefix("search") else { return [] }
            return [
                .run(id: "search", cancelInFlight: true) { send in
                    try? await Task.sleep(for: .milliseconds(action == "search r" ? 600_000 : 1))
                    send("found \(action)")
                }
            ]
        }
        store.dispatch("search r")
        store.dispatch("search ri")
        await running.allEnded()
        #expect(log.all == ["search r 1 user -", "search ri 2 user -", "found search ri 3 effect 2"])
        store.dispatch("search x")
        await running.allEnded()
        #expect(store.state.names.last == "found search x")
    }

    @Test func anEndedEffectDispatchesNothing() async {
        let kept = Mutex<Effect<String>.Send?>(nil)
        let store = store { action, _ in
            action == "go" ? [.run { send in kept.withLock { $0 = send } }] : []
        }
        store.dispatch("go")
        await running.allEnded()
        kept.withLock { $0 }?("late")
        #expect(store.state.names == ["go"])
        kept.withLock { $0 = nil }
    }

    @Test func effectsOfOneNameRunTogetherEndAloneAndAreCancelledTogether() async {
        let store = store { action, _ in
            switch action {
            case "stop": [.cancel(id: 7), .cancel(id: "7")]
            case "short": [.run(id: 7) { send in send("ended") }]
            case _ where action.hasPrefix("start"):
                [
                    .run(id: 7) { send in
                        try? await Task.sleep(for: .seconds(600))
                        send("woke up")
                    }
                ]
            default: []
            }
        }
        for number in 1...2 { store.dispatch("start \(number)") }
        store.dispatch("short")
        while running.count > 2 { await Task.yield() }
        store.dispatch("start 3")
        #expect(running.count == 3)
        store.dispatch("stop")
        await running.allEnded()
        #expect(store.state.names == ["start 1", "start 2", "short", "ended", "start 3", "stop"])
    }

    @Test func effectsMayDependOnTheStatesBeforeAndAfter() {
        let store = Store([
            .effects { action, before, after in
                log.note("\(action) \(before.count) -> \(after.count)")
                return []
            }
        ])
        store.dispatch("a")
        store.dispatch("b")
        #expect(log.all == ["a 0 -> 1", "b 1 -> 2"])
    }
}
