import Synchronization
import Testing
import TimelineKit
import TimelineStore

struct ThunkActionTests {
    @Test func itsActionsHaveTheStepThatDispatchedItAsCause() async {
        let log = Log()
        let running = Mutex<Task<Void, Never>?>(nil)
        let thunk = ThunkAction<Tally, String> { dispatch, state in
            dispatch("now at \(state().count)")
            let task = Task {
                await Task.yield()
                dispatch("later at \(state().count)")
            }
            running.withLock { $0 = task }
        }
        let store = Store([
            Middleware { dispatched, store, next in
                next(dispatched)
                if dispatched.action == "go" { store.dispatch(thunk) }
            }, .noting(in: log),
        ])
        store.dispatch("first")
        store.dispatch("go")
        store.dispatch("unrelated")
        await running.withLock { $0 }?.value
        #expect(
            log.lines.filter { !$0.hasPrefix("unrelated") && !$0.hasPrefix("later") } == [
                "first 1 user -", "go 2 user -", "now at 2 3 effect 2",
            ])
        #expect(log.lines.contains { $0.hasPrefix("later at") && $0.hasSuffix("effect 2") })
    }

    @Test func outsideADispatchItsActionsHaveNoCause() {
        let log = Log()
        let store = Store([.noting(in: log)])
        store.dispatch(
            ThunkAction { dispatch, state in
                dispatch("a")
                dispatch("b after \(state().names)")
            })
        #expect(log.lines == ["a 1 effect -", #"b after ["a"] 2 effect -"#])
    }
}
