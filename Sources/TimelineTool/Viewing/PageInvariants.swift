internal import TimelineJSON

protocol PageInvariants: AnyObject {
    /// Keeps the state of a running app at a position after the last one, to be checked.
    func add(_ state: JSON, at seq: Int)

    /// The time at which the states that were kept can be checked; nil if there are none.
    var due: ContinuousClock.Instant? { get }

    func check()

    var found: (verdict: PageVerdict?, bad: RangeSet<Int>) { get }
}
