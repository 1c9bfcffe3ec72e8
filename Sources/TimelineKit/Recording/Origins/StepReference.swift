internal import Synchronization

/// A step that is about to be reduced, or was: effects may start before it has its number.
final class StepReference: Sendable {
    /// 0 until the step is recorded.
    private let number = Atomic(0)
    /// The step that this one came from: the cause of its effects as long as it has no number.
    private let cause: Int?

    init(cause: Int? = nil) { self.cause = cause }

    convenience init(_ seq: Int) {
        self.init()
        recorded(as: seq)
    }

    /// The number of the step or, where it has none yet, of the step that it came from.
    var seq: Int? {
        let number = number.load(ordering: .acquiring)
        return number > 0 ? number : cause
    }

    func recorded(as seq: Int) { number.store(seq, ordering: .releasing) }
}
