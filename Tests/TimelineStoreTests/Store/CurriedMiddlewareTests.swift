import Testing
import TimelineKit
import TimelineStore

struct CurriedMiddlewareTests {
    @Test func itPassesChangesAndDropsActions() {
        let log = Log()
        let store = Store([
            Middleware(curried: { dispatch, getState in
                log.note("made")
                var count = 0
                return { next in
                    { action in
                        count += 1
                        log.note("\(action) is action \(count), at \(getState()?.count ?? -1)")
                        switch action {
                        case "drop": return
                        case "twice":
                            next("first")
                            next("second")
                        case "nested":
                            dispatch("inner")
                            next(action)
                        default: next(action)
                        }
                        log.note("then at \(getState()?.count ?? -1)")
                    }
                }
            }), .noting(in: log),
        ])
        for action in ["a", "drop", "twice", "nested"] { store.dispatch(action) }
        #expect(
            log.lines == [
                "made",
                "a is action 1, at 0", "a 1 user -", "then at 1",
                "drop is action 2, at 1",
                "twice is action 3, at 1", "first 2 user -", "second 3 user -", "then at 3",
                "nested is action 4, at 3", "nested 4 user -", "then at 4",
                "inner is action 5, at 4", "inner 5 effect 4", "then at 5",
            ])
    }

    @Test func itDoesNotKeepItsStoreAliveAndServesSeveralStores() {
        let log = Log()
        let counting = Middleware<Tally, String>(curried: { dispatch, getState in
            log.note("made")
            return { next in
                { action in
                    next(action)
                    log.note("\(getState()?.count ?? -1)")
                }
            }
        })
        weak var released: Store<Tally, String>?
        do {
            let first = Store([counting])
            let second = Store([counting])
            first.dispatch("a")
            second.dispatch("a")
            first.dispatch("b")
            released = first
        }
        #expect(released == nil)
        #expect(log.lines == ["made", "1", "made", "1", "2"])
    }

    @Test func aStoreMayHaveItTwice() {
        let twice = Middleware<Tally, String>(curried: { _, _ in
            { next in
                { action in
                    next("\(action)1")
                    next("\(action)2")
                }
            }
        })
        let store = Store([twice, twice])
        store.dispatch("a")
        #expect(store.state.names == ["a11", "a12", "a21", "a22"])
    }

    @Test func nextAfterTheReturnEndsTheApp() async {
        await #expect(processExitsWith: .failure) {
            nonisolated(unsafe) var kept: ((String) -> Void)?
            let store = Store([
                Middleware(curried: { _, _ in
                    { next in
                        kept = next
                        return next
                    }
                })
            ])
            store.dispatch("a")
            kept?("b")
        }
    }
}
