import Testing
import TimelineKit
import TimelineStore
import TimelineTestSupport

struct SubscriptionTests {
    @Test func anEqualPartIsNotNotified() {
        let log = Log()
        let store = Store()
        store.dispatch("zero")
        let subscription = store.subscribe(to: { $0.count / 3 }) { log.note("\($0)") }
        for _ in 0..<8 { store.dispatch("a") }
        subscription.cancel()
        #expect(log.lines == ["1", "2", "3"])
    }

    @Test func thePresentValueIsNotNotified() {
        let log = Log()
        let store = Store()
        let whole = store.subscribe { log.note("whole \($0.count)") }
        let part = store.subscribe(to: \.count) { log.note("part \($0)") }
        #expect(log.lines == [])
        store.dispatch("a")
        #expect(log.lines == ["whole 1", "part 1"])
        whole.cancel()
        part.cancel()
    }

    @Test func nothingIsNotifiedAfterCancel() {
        let log = Log()
        let store = Store()
        let first = store.subscribe { log.note("first \($0.count)") }
        let second = store.subscribe { log.note("second \($0.count)") }
        store.dispatch("a")
        first.cancel()
        first.cancel()
        store.dispatch("b")
        second.cancel()
        store.dispatch("c")
        #expect(log.lines == ["first 1", "second 1", "second 2"])
    }

    @Test func manySubscriptionsThatEndInAnyOrderLeaveTheOthers() {
        let log = Log()
        let store = Store()
        var subscriptions = (0..<10_000).map { number in store.subscribe { _ in log.note("\(number)") } }
        let last = subscriptions.removeLast()
        // Out of order, so that no end of the list is cheap.
        for index in subscriptions.indices.sorted(by: { $0 ^ 1365 < $1 ^ 1365 }) { subscriptions[index].cancel() }
        store.dispatch("a")
        last.cancel()
        store.dispatch("b")
        #expect(log.lines == ["9999"])
    }

    @Test func aSubscriberCancelledDuringANotificationIsNotNotified() {
        let log = Log()
        let store = Store()
        let later = Holder()
        let first = store.subscribe { _ in
            log.note("first")
            later.subscription = nil
        }
        later.subscription = store.subscribe { _ in log.note("second") }
        store.dispatch("a")
        first.cancel()
        #expect(log.lines == ["first"])
    }

    @Test func aSubscriptionWithoutReferencesEnds() {
        let log = Log()
        let store = Store()
        _ = store.subscribe { _ in log.note("notified") }
        store.dispatch("a")
        #expect(log.lines == [])
    }

    @Test func aSubscriptionMadeByASubscriberIsNotifiedOfTheNextStep() {
        let log = Log()
        let store = Store()
        let later = Holder()
        let first = store.subscribe { state in
            guard state.count == 1 else { return }
            later.subscription = store.subscribe(to: \.count) { log.note("\($0)") }
        }
        store.dispatch("a")
        store.dispatch("b")
        first.cancel()
        later.subscription = nil
        #expect(log.lines == ["2"])
    }

    @Test func aSubscriptionDoesNotKeepTheStore() {
        weak var gone: Store<Tally, String>?
        var subscription: Subscription?
        do {
            let store = Store()
            gone = store
            subscription = store.subscribe { _ in }
        }
        #expect(gone == nil)
        subscription?.cancel()
    }
}

/// Holds a subscription where a closure can reach it; used on one thread.
private final class Holder: @unchecked Sendable {
    var subscription: Subscription?
}
