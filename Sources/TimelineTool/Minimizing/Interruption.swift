internal import Synchronization
internal import TimelineSystem

/// Whether the user pressed control-C. A second time ends the process as usual.
struct Interruption {
    private static let requested = Atomic<Bool>(false)

    init() {
        Self.requested.store(false, ordering: .relaxed)
        Signal.interrupt.handle(once: true) { _ in Interruption.requested.store(true, ordering: .relaxed) }
    }

    var isRequested: Bool { Self.requested.load(ordering: .relaxed) }

    /// Lets control-C end the process.
    func end() { Signal.Handler.restoreDefault(Signal.interrupt.rawValue) }
}
