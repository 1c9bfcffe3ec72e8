import Synchronization

/// Keeps one coder that is idle, with the memory it has come to have, for whoever comes next.
///
/// From any thread, without waiting: who finds none makes a new one.
struct CoderPool<Coder: AnyObject>: ~Copyable, Sendable {
    /// The address of the idle coder; 0 for none.
    private let idle = Atomic<UInt>(0)

    /// The idle coder, which is the caller's from now on.
    func take() -> Coder? {
        UnsafeRawPointer(bitPattern: idle.exchange(0, ordering: .acquiring))
            .map { Unmanaged<Coder>.fromOpaque($0).takeRetainedValue() }
    }

    /// Keeps a coder that nobody uses any more; lets it go where there is one already.
    func keep(_ coder: Coder) {
        let kept = Unmanaged.passRetained(coder)
        let address = UInt(bitPattern: kept.toOpaque())
        if !idle.compareExchange(expected: 0, desired: address, ordering: .releasing).exchanged { kept.release() }
    }
}
