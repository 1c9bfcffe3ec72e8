internal import TimelineKit

protocol PageInvariants: AnyObject {
    func add(_ state: JSON, at seq: Int)

    func check()

    var found: (verdict: PageVerdict?, bad: RangeSet<Int>) { get }
}
