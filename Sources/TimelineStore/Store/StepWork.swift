import Synchronization

/// The effects that a step started and that neither ended nor were canceled.
final class StepWork: Sendable {
    let seq: Int
    let onCanceled: @Sendable () -> Void
    private let running = Atomic(0)

    init(seq: Int, onCanceled: @escaping @Sendable () -> Void) { (self.seq, self.onCanceled) = (seq, onCanceled) }

    func begin() { running.add(1, ordering: .relaxed) }

    /// Whether it was the last one.
    func end() -> Bool { running.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 }
}
