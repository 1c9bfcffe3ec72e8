// What the folders `System` use of Synchronization. The module of Linux would load the C library of Linux.

public struct AtomicLoadOrdering: Sendable {
    public static var acquiring: Self { Self() }
    public static var relaxed: Self { Self() }
    public static var sequentiallyConsistent: Self { Self() }
}

public struct AtomicStoreOrdering: Sendable {
    public static var relaxed: Self { Self() }
    public static var releasing: Self { Self() }
    public static var sequentiallyConsistent: Self { Self() }
}

public struct AtomicUpdateOrdering: Sendable { public static var sequentiallyConsistent: Self { Self() } }

public struct Atomic<Value: Sendable>: ~Copyable, Sendable {
    public init(_ value: Value) {}
    public borrowing func load(ordering: AtomicLoadOrdering) -> Value { fatalError() }
    public borrowing func store(_ value: Value, ordering: AtomicStoreOrdering) {}
    public borrowing func bitwiseOr(_ value: Value, ordering: AtomicUpdateOrdering) where Value: BinaryInteger {}
}
