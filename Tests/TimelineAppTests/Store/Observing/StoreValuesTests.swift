import Synchronization
import Testing
import TimelineStore

struct StoreValuesTests {
    private let store = Store()

    @Test func valuesBeginWithThePresentOneAndGoOnWithEachChange() async {
        store.dispatch("a")
        var values = store.values(of: { $0.count / 2 }, bufferingPolicy: .unbounded).makeAsyncIterator()
        for name in ["b", "c", "d"] { store.dispatch(name) }
        var seen: [Int] = []
        for _ in 0..<3 { seen.append(await values.next() ?? -1) }
        #expect(seen == [0, 1, 2])
    }

    @Test func aSlowIterationGetsTheNewestValue() async {
        var values = store.values(of: \.count).makeAsyncIterator()
        for _ in 0..<10 { store.dispatch("a") }
        #expect(await values.next() == 10)
        store.dispatch("b")
        #expect(await values.next() == 11)
    }

    @Test func valuesEndWhenTheStoreIsReleased() async {
        var store: Store<Tally, String>? = Store()
        store?.dispatch("a")
        let values = store?.values(of: \.count)
        store = nil
        var seen: [Int] = []
        if let values { for await value in values { seen.append(value) } }
        #expect(seen == [1])
    }

    @Test func valuesEndWhenTheirTaskIsCancelled() async {
        let task = Task {
            var seen: [Int] = []
            for await value in store.values(of: \.count) { seen.append(value) }
            return seen
        }
        store.dispatch("a")
        await Task.yield()
        task.cancel()
        let seen = await task.value
        #expect(seen.allSatisfy { $0 <= 1 })
    }

    @Test func aSequenceThatIsReleasedIsNotNotified() async {
        let calls = Atomic(0)
        do {
            let values = store.values(of: { state in
                calls.add(1, ordering: .relaxed)
                return state.count
            })
            _ = consume values
        }
        let before = calls.load(ordering: .relaxed)
        store.dispatch("a")
        #expect(calls.load(ordering: .relaxed) == before)
    }
}
