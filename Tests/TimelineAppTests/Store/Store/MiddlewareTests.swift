import Testing
import TimelineKit
import TimelineStore

struct MiddlewareTests {
    private let log = Notes()

    @Test func theFirstIsOutermostAndTheLastSeesTheReducedState() {
        func layer(_ name: String) -> Middleware<Tally, String> {
            Middleware { dispatched, store, next in
                log.note("\(name) before: \(store.state.count) seq \(store.seq)")
                next(dispatched)
                log.note("\(name) after: \(store.state.count) seq \(store.seq)")
            }
        }
        let store = Store([layer("outer"), layer("inner")])
        let subscription = store.subscribe { log.note("notified \($0.count)") }
        store.dispatch("a")
        subscription.cancel()
        #expect(
            log.all == [
                "outer before: 0 seq 0", "inner before: 0 seq 0", "inner after: 1 seq 1", "outer after: 1 seq 1",
                "notified 1",
            ])
    }

    @Test func anActionCanBeDroppedChangedAndRepeated() {
        let store = Store([
            Middleware { dispatched, _, next in
                switch dispatched.action {
                case "drop": break
                case "change": next(ActionDispatch(action: "changed", from: "elsewhere", cause: 99))
                case "double":
                    next(dispatched)
                    next(dispatched)
                default: next(dispatched)
                }
            },
            .noting(in: log),
        ])
        let subscription = store.subscribe { log.note("notified \($0.names.last!)") }
        for name in ["a", "drop", "change", "double", "b"] { store.dispatch(name) }
        subscription.cancel()
        #expect(
            log.all == [
                "a 1 user -", "notified a", "changed 2 elsewhere 99", "notified changed", "double 3 user -",
                "double 4 user -",
                "notified double", "b 5 user -", "notified b",
            ])
    }

    @Test func anActionThatAMiddlewareDispatchesIsReducedAfterTheCurrentOne() {
        let store = Store([
            Middleware { dispatched, store, next in
                if dispatched.action == "a" { store.dispatch("before") }
                if dispatched.action == "before" { store.dispatch("own", from: .remote, cause: nil) }
                next(dispatched)
                if dispatched.action == "a" { store.dispatch("after", from: "timer") }
                if dispatched.action == "after" {
                    next(dispatched)
                    store.dispatch("after the second step")
                }
            },
            .noting(in: log),
        ])
        store.dispatch("zero")
        store.dispatch("a")
        #expect(
            log.all == [
                "zero 1 user -", "a 2 user -", "before 3 effect 2", "after 4 timer 2", "after 5 timer 2",
                "own 6 remote -", "after the second step 7 effect 5",
            ])
    }

    @Test func anActionThatReplacesADroppedOneKeepsItsCause() {
        let store = Store([
            Middleware { dispatched, store, next in
                switch dispatched.action {
                case "batch": ["x", "y"].forEach { store.dispatch($0) }
                case "a":
                    next(dispatched)
                    store.dispatch("batch")
                default: next(dispatched)
                }
            },
            .noting(in: log),
        ])
        store.dispatch("a")
        store.dispatch("batch")
        #expect(log.all == ["a 1 user -", "x 2 effect 1", "y 3 effect 1", "x 4 effect -", "y 5 effect -"])
    }

    @Test func onSetOfEveryMiddlewareIsCalled() {
        func layer(_ name: String) -> Middleware<Tally, String> {
            Middleware(onSet: { log.note("\(name): \($0.count) by \($1)") }) { _, _, _ in }
        }
        let store = Store([layer("outer"), layer("inner")])
        store.set(Tally(count: 5), by: "restore")
        #expect(log.all == ["outer: 5 by restore", "inner: 5 by restore"])
    }
}
