import Synchronization

/// A few idle coders with their memory. Safe on any thread, and never waits: if it is empty, the caller makes a coder.
struct CoderPool<Coder: AnyObject>: ~Copyable, Sendable {
    /// Addresses of retained coders, or 0: as many as threads are likely to code at once.
    private let first = Atomic<UInt>(0)
    private let second = Atomic<UInt>(0)
    private let third = Atomic<UInt>(0)
    private let fourth = Atomic<UInt>(0)

    @inline(__always) func take() -> Coder? {
        Self.take(from: first) ?? Self.take(from: second) ?? Self.take(from: third) ?? Self.take(from: fourth)
    }

    @inline(__always) func put(_ coder: Coder) {
        let retained = Unmanaged.passRetained(coder)
        let address = UInt(bitPattern: retained.toOpaque())
        if Self.put(address, into: first) || Self.put(address, into: second) || Self.put(address, into: third)
            || Self.put(address, into: fourth)
        {
            return
        }
        retained.release()
    }

    @inline(__always) private static func take(from slot: borrowing Atomic<UInt>) -> Coder? {
        // A load is cheaper than an exchange if another thread took the coder.
        guard slot.load(ordering: .relaxed) != 0 else { return nil }
        return UnsafeRawPointer(bitPattern: slot.exchange(0, ordering: .acquiring))
            .map { Unmanaged<Coder>.fromOpaque($0).takeRetainedValue() }
    }

    @inline(__always) private static func put(_ address: UInt, into slot: borrowing Atomic<UInt>) -> Bool {
        slot.load(ordering: .relaxed) == 0
            && slot.compareExchange(expected: 0, desired: address, ordering: .releasing).exchanged
    }
}
