internal import TimelineJSON

/// The invariants of a program, for states that follow those of a page.
///
/// Used by one thread.
protocol PageInvariants: AnyObject {
    /// Keeps the state of a running app at a position after the last one, to be checked.
    func add(_ state: JSON, at seq: Int)

    /// The time at which the states that were kept can be checked; nil if there are none.
    var due: ContinuousClock.Instant? { get }

    /// Checks the states that were kept. Does nothing before the time is `due`.
    func check()

    var found: (verdict: PageVerdict?, bad: RangeSet<Int>) { get }
}
