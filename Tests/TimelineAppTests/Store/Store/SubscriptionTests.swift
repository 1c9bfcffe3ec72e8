import Testing
import TimelineKit
import TimelineStore

struct SubscriptionTests {
    private let log = Notes()
    private let store = Store()

    @Test func anEqualPartIsNotNotified() {
        store.dispatch("zero")
        let subscription = store.subscribe(to: { $0.count / 3 }) { log.note("\($0)") }
        for _ in 0..<8 { store.dispatch("a") }
        subscription.cancel()
        #expect(log.all == ["1", "2", "3"])
    }

    @Test func nothingIsNotifiedAfterCancel() {
        let first = store.subscribe { log.note("first \($0.count)") }
        let second = store.subscribe { log.note("second \($0.count)") }
        store.dispatch("a")
        first.cancel()
        first.cancel()
        store.dispatch("b")
        second.cancel()
        store.dispatch("c")
        #expect(log.all == ["first 1", "second 1", "second 2"])
    }

    @Test func manySubscriptionsThatEndInAnyOrderLeaveTheOthers() {
        var subscriptions = (0..<10_000).map { number in store.subscribe { _ in log.note("\(number)") } }
        let last = subscriptions.removeLast()
        // Out of order, so that no end of the list is cheap.
        for index in subscriptions.indices.sorted(by: { $0 ^ 1365 < $1 ^ 1365 }) { subscriptions[index].cancel() }
        store.dispatch("a")
        last.cancel()
        store.dispatch("b")
        #expect(log.all == ["9999"])
    }

    @Test func aSubscriberCancelledDuringANotificationIsNotNotified() {
        let later = Holder()
        let first = store.subscribe { _ in
            log.note("first")
            later.subscription = nil
        }
        later.subscription = store.subscribe { _ in log.note("second") }
        store.dispatch("a")
        first.cancel()
        #expect(log.all == ["first"])
    }

    @Test func aSubscriptionWithoutReferencesEnds() {
        _ = store.subscribe { _ in log.note("notified") }
        store.dispatch("a")
        #expect(log.all == [])
    }

    @Test func aSubscriptionMadeByASubscriberIsNotifiedOfTheNextStep() {
        let later = Holder()
        let first = store.subscribe { state in
            guard state.count == 1 else { return }
            later.subscription = store.subscribe(to: \.count) { log.note("\($0)") }
        }
        store.dispatch("a")
        store.dispatch("b")
        first.cancel()
        later.subscription = nil
        #expect(log.all == ["2"])
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
