import Synchronization

/// A value that several threads share.
final class Cell<Value: Sendable>: Sendable {
    private let value: Mutex<Value>

    init(_ value: Value) { self.value = Mutex(value) }

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
