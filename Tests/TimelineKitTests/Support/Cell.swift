@testable import TimelineKit

/// A value that several threads share.
final class Cell<Value: Sendable>: Sendable {
    private let value: Locked<Value>

    init(_ value: Value) { self.value = Locked(value) }

    func load() -> Value { value.withLock { $0 } }

    func store(_ new: Value) { value.withLock { $0 = new } }

    func change(_ body: (inout Value) -> Void) {
        value.withLock { value in
            var copy = value
            body(&copy)
            value = copy
        }
    }
}
