internal import Synchronization
internal import TimelineDebugger

/// Control-C asks a search for its best answer so far. A second one ends the process as usual.
struct Interruption {
    private static let requested = Atomic<Bool>(false)

    init() {
        Self.requested.store(false, ordering: .relaxed)
        Signal.interrupt.handle(once: true) { _ in
            Interruption.requested.store(true, ordering: .relaxed)
            CommandGroup.interrupt()
        }
    }

    var isRequested: Bool { Self.requested.load(ordering: .relaxed) }

    func end() { Signal.Handler.restoreDefault(Signal.interrupt.rawValue) }
}
