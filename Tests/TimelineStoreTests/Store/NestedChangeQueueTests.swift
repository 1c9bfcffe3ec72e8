import TestSupport
import Testing
import TimelineJournal

import TimelineKit
@testable import TimelineStore
import TimelineStore

struct NestedChangeQueueTests {
    /// The next entry in short: `a from effect, cause 3`.
    private func next(_ queue: inout NestedChangeQueue<Int, String>) -> String? {
        guard let entry = queue.next() else { return nil }
        switch entry.change {
        case .action(let dispatched), .followed(let dispatched):
            return "\(dispatched.action) from \(dispatched.from), cause \(dispatched.cause.map(String.init) ?? "none")"
        case .set(let state, let by): return "\(state) by \(by)"
        case .work: return "work"
        }
    }

    @Test func anEmptyQueueEndsAtOnce() {
        var queue = NestedChangeQueue<Int, String>()
        queue.start(cause: nil)
        queue.reduced(as: 1)
        #expect(queue.isHandling)
        #expect(next(&queue) == nil)
        #expect(!queue.isHandling)
    }

    @Test func entriesAreHandledInTheOrderOfTheirAdding() {
        var queue = NestedChangeQueue<Int, String>()
        queue.start(cause: nil)
        queue.reduced(as: 1)
        queue.add("a", from: .user)
        queue.add(.init(change: .set(7, by: "restore")))
        queue.add("b", from: .effect)
        let isOver = queue.endIfEmpty()
        #expect(!isOver)
        #expect(next(&queue) == "a from user, cause 1")
        queue.reduced(as: 2)
        queue.add("c", from: .user)
        #expect(next(&queue) == "7 by restore")
        queue.reduced(as: 3)
        queue.add("d", from: .user)
        #expect(next(&queue) == "b from effect, cause 1")
        queue.reduced(as: 4)
        #expect(next(&queue) == "c from user, cause 2")
        queue.reduced(as: 5)
        #expect(next(&queue) == "d from user, cause 3")
        queue.reduced(as: 6)
        #expect(next(&queue) == nil)
    }

    @Test func anActionAddedBeforeTheReducerRanGetsTheNumberOfTheStep() {
        var queue = NestedChangeQueue<Int, String>()
        queue.start(cause: 4)
        queue.add("before", from: .user)
        queue.reduced(as: 9)
        queue.add("after", from: .user)
        queue.reduced(as: 10)
        queue.add("after the second", from: .user)
        #expect(next(&queue) == "before from user, cause 9")
        #expect(next(&queue) == "after from user, cause 9")
        #expect(next(&queue) == "after the second from user, cause 10")
    }

    @Test func anActionAddedByADroppedOneHasThatOnesCause() {
        var queue = NestedChangeQueue<Int, String>()
        queue.start(cause: 4)
        queue.add("a", from: .user)
        #expect(next(&queue) == "a from user, cause 4")
        queue.add("b", from: .user)
        #expect(next(&queue) == "b from user, cause 4")
    }

    @Test func anExplicitCauseIsKept() {
        var queue = NestedChangeQueue<Int, String>()
        queue.start(cause: nil)
        queue.add("a", from: .effect, cause: .step(3))
        queue.add("b", from: .effect, cause: .step(nil))
        queue.reduced(as: 8)
        #expect(next(&queue) == "a from effect, cause 3")
        #expect(next(&queue) == "b from effect, cause none")
    }

    @Test func theNextChangeHasItsOwnCause() {
        var queue = NestedChangeQueue<Int, String>()
        queue.start(cause: nil)
        queue.reduced(as: 1)
        let isOver = queue.endIfEmpty()
        #expect(isOver)
        queue.start(cause: 6)
        queue.add("a", from: .user)
        #expect(next(&queue) == "a from user, cause 6")
    }

    @Test func addingWhileNoChangeIsHandledIsAProgrammingError() async {
        await #expect(processExitsWith: .failure) {
            var queue = NestedChangeQueue<Int, String>()
            queue.add("a", from: .user)
        }
    }
}
