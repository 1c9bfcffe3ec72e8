import TimelineKit
import TimelineSystem

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
