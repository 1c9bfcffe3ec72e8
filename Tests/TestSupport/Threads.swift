import Dispatch
import Foundation

/// Runs `body` on `count` threads at once, each with its number from 0, and returns when all have come to an end.
///
/// `DispatchQueue.concurrentPerform` would not do: it runs no more of them at once than there are processors.
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
