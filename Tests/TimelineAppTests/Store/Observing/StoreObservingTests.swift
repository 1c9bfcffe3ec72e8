import Dispatch
import Observation
import Synchronization
import Testing
import TimelineKit
import TimelineStore

struct StoreObservingTests {
    private let log = Notes()

    @Test func statesThatAreSetOrShownByTimeTravelNotify() {
        let store = Store()
        observe {
            store.count
        } log: {
            log.note("\($0)")
        }
        store.set(Tally(count: 5), by: "hotReload")
        let core = store.live.core
        let traveler = ObjectIdentifier(log)
        #expect(core.beginTimeTravel(traveler, refusesActions: true) { _ in })
        core.show(Tally(count: 3), for: traveler) { true }
        core.show(Tally(count: 3, names: ["other"]), for: traveler) { true }
        core.endTimeTravel(traveler, settingBy: nil, .release)
        #expect(log.all == ["0", "5", "3", "5"])
    }

    /// Within `==` of an observed part, the store may be read, and another part observed.
    @Test func aComparisonMayReadTheStore() {
        struct Part: Equatable, Sendable {
            var number = 0
            var store: (@Sendable () -> Int)?

            static func == (one: Part, other: Part) -> Bool {
                _ = one.store?()
                return one.number == other.number
            }
        }
        struct Parts: Sendable {
            var part = Part()
            var other = 1
        }
        let reached = Mutex<TimelineStore.Store<Parts, Int>?>(nil)
        let store = TimelineStore.Store<Parts, Int>(initialState: Parts()) { state, number in
            state.part = Part(number: number) { reached.withLock { $0 }?.other ?? 0 }
        }
        reached.withLock { $0 = store }
        let isDone = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            observe {
                store.part.number
            } log: {
                log.note("\($0)")
            }
            for number in [1, 1, 2] { store.dispatch(number) }
            isDone.signal()
        }
        #expect(isDone.wait(timeout: .now() + 10) == .success)
        #expect(log.all.count == 3)
        reached.withLock { $0 = nil }
    }

    @Test func ofAHundredPartsTheOneThatChangedIsNotified() {
        let store = Store<[Int], Int>(initialState: Array(repeating: 0, count: 100)) { state, index in state[index] += 1
        }
        let notifications = Atomic(0)
        for index in 0..<100 {
            observe {
                store[\.[index]]
            } log: { _ in
                notifications.add(1, ordering: .relaxed)
            }
        }
        #expect(notifications.exchange(0, ordering: .relaxed) == 100)
        for step in 0..<10_000 { store.dispatch(step * 7 % 100) }
        #expect(notifications.load(ordering: .relaxed) == 10_000)
    }

    private struct Row: Equatable, Sendable { var isOn = false }

    private struct Table: Sendable {
        var rows = [Row(), Row(), Row()]
        var columns = [[1], [2, 3]]
        var steps = 0
    }

    /// An index that is out of bounds must not be used, at any depth: it would end the app in the dispatch.
    @Test func anElementThatIsRemovedNotifiesOnceAndIsNotReadAgain() {
        let store = Store<Table, Int>(initialState: Table()) { table, row in
            table.steps += 1
            if row == 0 { table.rows.append(Row()) } else if row > 0 { table.rows.remove(at: row) }
            if row == 1 { table.columns[1].removeLast() }
        }
        withObservationTracking {
            #expect(!store[\.rows[2].isOn])
            #expect(store[\.rows[2]] == Row())
            #expect(store[\.columns[1][1]] == 3)
            #expect(store[\.rows[1..<3]].count == 2)
        } onChange: {
            log.note("changed in step \(store.steps)")
        }
        for row in [0, -1, 2, -1] { store.dispatch(row) }
        #expect(log.all == [])
        for row in [1, -1, 0, 1] { store.dispatch(row) }
        #expect(log.all == ["changed in step 5"])
        #expect(store[\.rows.last?.isOn] == false)
    }

    /// Counts its comparisons.
    private struct Compared: Equatable, Sendable {
        static let count = Atomic(0)
        var value = 0

        static func == (one: Compared, other: Compared) -> Bool {
            count.add(1, ordering: .relaxed)
            return one.value == other.value
        }
    }

    @Test func aPartIsComparedUntilItChangedTwiceWithoutARead() {
        let store = Store<Compared, Int>(initialState: Compared()) { state, value in state.value = value }
        func comparisons(of values: [Int]) -> Int {
            Compared.count.store(0, ordering: .relaxed)
            values.forEach { store.dispatch($0) }
            return Compared.count.load(ordering: .relaxed)
        }
        #expect(comparisons(of: [0, 0]) == 0)
        _ = store[\.self]
        #expect(comparisons(of: [0, 0, 1, 1, 1]) == 5)
        #expect(comparisons(of: [2, 3, 4]) == 1)
        _ = store[\.self]
        #expect(comparisons(of: [5, 5]) == 2)
        _ = store[\.self]
        #expect(comparisons(of: [6, 7, 8]) == 2)
    }

    @Test func anObservationThatMissedAChangeIsNotifiedOfTheNext() {
        let store = Store()
        withObservationTracking {
            _ = store.count
            // Begins only after the closure, so it misses this.
            store.dispatch("a")
        } onChange: {
            log.note("changed to \(store.count)")
        }
        #expect(log.all == [])
        store.dispatch("b")
        #expect(log.all == ["changed to 2"])
    }

    @Test func aPartThatAMiddlewareReadsAfterTheReducerIsObserved() {
        let shared = Mutex<Store<Tally, String>?>(nil)
        let reading = Middleware<Tally, String> { dispatched, _, next in
            next(dispatched)
            guard dispatched.action == "read", let store = shared.withLock({ $0 }) else { return }
            withObservationTracking {
                log.note("read \(store.count)")
            } onChange: {
                log.note("changed")
            }
        }
        let store = Store([reading])
        shared.withLock { $0 = store }
        store.dispatch("read")
        log.note("next")
        store.dispatch("b")
        #expect(log.all == ["read 1", "next", "changed"])
        shared.withLock { $0 = nil }
    }
}

/// Reads a value now and after each change, as a view does.
func observe<Value>(_ read: @escaping @Sendable () -> Value, log: @escaping @Sendable (Value) -> Void) {
    let value: Value = withObservationTracking(read) { observe(read, log: log) }
    log(value)
}
