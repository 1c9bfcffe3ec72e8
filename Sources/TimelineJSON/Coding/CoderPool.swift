import Synchronization

/// Keeps some coders that are idle, with the memory they have come to have, for whoever comes next.
///
/// From any thread, without waiting: who finds none makes a new one. As many are kept as threads are likely to code at
/// once, since a new coder has to make its containers first.
struct CoderPool<Coder: AnyObject>: ~Copyable, Sendable {
    /// The addresses of idle coders; 0 for none.
    private let first = Atomic<UInt>(0)
    private let second = Atomic<UInt>(0)
    private let third = Atomic<UInt>(0)
    private let fourth = Atomic<UInt>(0)

    /// An idle coder, which is the caller's from now on.
    @inline(__always) func take() -> Coder? {
        Self.take(from: first) ?? Self.take(from: second) ?? Self.take(from: third) ?? Self.take(from: fourth)
    }

    /// Keeps a coder that nobody uses any more; lets it go where there are enough.
    @inline(__always) func keep(_ coder: Coder) {
        let kept = Unmanaged.passRetained(coder)
        let address = UInt(bitPattern: kept.toOpaque())
        if Self.put(address, into: first) || Self.put(address, into: second) || Self.put(address, into: third)
            || Self.put(address, into: fourth)
        {
            return
        }
        kept.release()
    }

    @inline(__always) private static func take(from place: borrowing Atomic<UInt>) -> Coder? {
        // To look is cheaper than to take, where others have their coders beside.
        guard place.load(ordering: .relaxed) != 0 else { return nil }
        return UnsafeRawPointer(bitPattern: place.exchange(0, ordering: .acquiring))
            .map { Unmanaged<Coder>.fromOpaque($0).takeRetainedValue() }
    }

    @inline(__always) private static func put(_ address: UInt, into place: borrowing Atomic<UInt>) -> Bool {
        place.load(ordering: .relaxed) == 0
            && place.compareExchange(expected: 0, desired: address, ordering: .releasing).exchanged
    }
}
