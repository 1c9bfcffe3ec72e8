import Dispatch
import Synchronization
import Testing
import TimelineKit
import TimelineTestSupport

@testable import TimelineStore

@Suite(.ownThreads)
struct StoreTests {
    private let log = Notes()

    @Test func aDispatchRunsOnTheCallersThread() {
        let store = Store([
            Middleware { dispatched, _, next in
                log.note("middleware \(ThreadID.current)")
                next(dispatched)
            }
        ])
        let subscription = store.subscribe { _ in log.note("subscriber \(ThreadID.current)") }
        let thread = ThreadID.current
        store.dispatch("a")
        subscription.cancel()
        #expect(log.all == ["middleware \(thread)", "subscriber \(thread)"])
    }

    @Test func aReaderDoesNotWaitForASubscriber() {
        let store = Store()
        let counts = Mutex<[Int]>([])
        let subscription = store.subscribe { _ in
            onThreads(1) { _ in counts.withLock { $0.append(store.state.count) } }
        }
        store.dispatch("a")
        subscription.cancel()
        #expect(counts.withLock { $0 } == [1])
    }

    @Test func theReducerChangesTheStateInPlace() {
        let addresses = Mutex<Set<UInt>>([])
        let store = Store<[Int], Int>(
            initialState: Array(repeating: 0, count: 100),
            middleware: [
                Middleware { dispatched, store, next in
                    #expect(store.state.count == 100)
                    next(dispatched)
                    #expect(store.state[dispatched.action] == 1)
                },
                .effects { _, state in
                    #expect(state.count == 100)
                    return []
                },
            ],
            reducer: { state, index in
                state[index] += 1
                state.withUnsafeBufferPointer { buffer in
                    addresses.withLock { _ = $0.insert(UInt(bitPattern: buffer.baseAddress)) }
                }
            })
        let subscription = store.subscribe { #expect($0.count == 100) }
        let sums = store.subscribe(to: { $0.reduce(0, +) }, onChange: { #expect($0 > 0) })
        for index in 0..<100 { store.dispatch(index) }
        subscription.cancel()
        sums.cancel()
        #expect(addresses.withLock { $0.count } <= 2, "the first change may copy the initial state")
    }

    // MARK: - Dispatch within a dispatch

    @Test func aNestedDispatchIsReducedAfterTheCurrentActionWithItsStepAsCause() {
        let store = Store([.noting(in: log)])
        let first = store.subscribe { state in
            log.note("1st notified \(state.names.last!)")
            if state.names.last == "a" {
                store.dispatch("b")
                store.dispatch("c", from: "push")
                log.note("1st still at \(store.state.names.last!)")
            }
            if state.names.last == "b" { store.dispatch("d") }
        }
        let second = store.subscribe { state in log.note("2nd notified \(state.names.last!)") }
        store.dispatch("a")
        store.dispatch("e")
        first.cancel()
        second.cancel()
        #expect(
            log.all == [
                "a 1 user -", "1st notified a", "1st still at a", "2nd notified a",
                "b 2 user 1", "1st notified b", "2nd notified b",
                "c 3 push 1", "1st notified c", "2nd notified c",
                "d 4 user 2", "1st notified d", "2nd notified d",
                "e 5 user -", "1st notified e", "2nd notified e",
            ])
    }

    @Test func aDispatchWaitsForThatOfAnotherThread() {
        let store = Store([.noting(in: log)])
        let other = DispatchSemaphore(value: 0)
        let subscription = store.subscribe { state in
            guard state.names.last == "a" else { return }
            DispatchQueue.global().async {
                store.dispatch("other")
                other.signal()
            }
            #expect(other.wait(timeout: .now() + 0.05) == .timedOut)
            store.dispatch("nested")
        }
        store.dispatch("a")
        other.wait()
        subscription.cancel()
        #expect(log.all == ["a 1 user -", "nested 2 user 1", "other 3 user -"])
    }

    // MARK: - Setting

    @Test func settingAStateIsAStep() {
        let store = Store([.noting(in: log)])
        let subscription = store.subscribe { state in
            log.note("notified \(state.count)")
            if state.count == 40 { store.dispatch("after") }
        }
        store.dispatch("a")
        store.set(Tally(count: 40), by: "restore")
        store.dispatch("b")
        subscription.cancel()
        #expect(store.state == Tally(count: 42, names: ["after", "b"]))
        #expect(
            log.all == [
                "a 1 user -", "notified 1", "set by restore", "notified 40", "after 3 user 2", "notified 41",
                "b 4 user -", "notified 42",
            ])
    }

    @Test func aStateThatIsSetWithinADispatchIsQueued() {
        let store = Store([.noting(in: log)])
        let subscription = store.subscribe { state in
            if state.names.last == "a" {
                store.dispatch("b")
                store.set(Tally(), by: "travel")
                store.dispatch("c")
                #expect(store.state.names == ["a"])
            }
        }
        store.dispatch("a")
        subscription.cancel()
        #expect(store.state == Tally(count: 1, names: ["c"]))
        #expect(log.all == ["a 1 user -", "b 2 user 1", "set by travel", "c 4 user 1"])
    }

    // MARK: - What a reducer must not do

    @Test(arguments: [
        (
            true,
            "it must not read the state of the store that runs it. "
                + "Instead, use the state that was handed to the reducer."
        ),
        (
            false,
            "it must not dispatch to the store that runs it. "
                + "Instead, dispatch from a middleware, an effect or a subscriber."
        ),
    ])
    func dispatchOrReadingWithinAReducerEndsTheAppWithAReason(reads: Bool, reason: String) async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [reads = reads as Bool] in
            let reached = Mutex<Store<Int, Int>?>(nil)
            let store = Store<Int, Int>(initialState: 0) { state, _ in
                let store = reached.withLock { $0 }
                if reads { state = store?.state ?? 0 } else { store?.dispatch(2) }
            }
            reached.withLock { $0 = store }
            store.dispatch(1)
        }
        let errors = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(errors.contains("A reducer is pure: \(reason)"))
    }

    @Test func aReducerMayUseAnotherStore() {
        let other = Store()
        let store = Store<Int, Int>(initialState: 0) { state, _ in
            other.dispatch("a")
            state = other.state.count
        }
        store.dispatch(1)
        #expect(store.state == 1)
    }
}
