import TimelineKit
import TimelineSystem

/// Work that was planned for later, and waits for a test to do it: no time passes.
package final class PlannedWork: Sendable {
    package init() {}

    private let planned = Locked<[(seconds: Double, work: @Sendable () -> Void)]>([])

    package func add(_ seconds: Double, _ work: @escaping @Sendable () -> Void) {
        planned.withLock { $0.append((seconds, work)) }
    }

    /// After how many seconds each is to be done.
    package var seconds: [Double] { planned.withLock { $0.map(\.seconds) } }

    /// Does what was planned until now.
    package func pass() {
        let due = planned.withLock { planned in
            defer { planned = [] }
            return planned.map(\.work)
        }
        due.forEach { $0() }
    }
}
