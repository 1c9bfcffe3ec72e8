import Dispatch
import Foundation
import TimelineKit

/// Runs `body` on `count` threads at once, each with its index from 0, and waits for all of them.
///
/// `DispatchQueue.concurrentPerform` runs at most one thread per processor.
package func onThreads(_ count: Int, _ body: @escaping @Sendable (_ thread: Int) -> Void) {
    let ready = DispatchGroup()
    let done = DispatchGroup()
    for number in 0..<count {
        ready.enter()
        done.enter()
        let thread = Thread {
            ready.leave()
            ready.wait()
            body(number)
            done.leave()
        }
        thread.stackSize = 1 << 20
        thread.start()
    }
    done.wait()
}

/// A value that several threads share.
package final class Cell<Value: Sendable>: Sendable {
    private let value: Locked<Value>

    package init(_ value: Value) { self.value = Locked(value) }

    package func load() -> Value { value.withLock { $0 } }
    package func store(_ new: Value) { value.withLock { $0 = new } }

    package func change(_ body: (inout Value) -> Void) {
        value.withLock { value in
            var copy = value
            body(&copy)
            value = copy
        }
    }
}
