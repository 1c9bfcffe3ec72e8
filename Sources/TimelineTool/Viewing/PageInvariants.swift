internal import TimelineKit

protocol PageInvariants: AnyObject {
    func add(_ state: JSON, at seq: Int)

    var due: ContinuousClock.Instant? { get }

    func check()

    var found: (verdict: PageVerdict?, bad: RangeSet<Int>) { get }
}
