internal import TimelineKit

protocol PageInvariants: AnyObject {
    /// The state that the next one follows. It was judged before.
    func begin(with state: JSON, at seq: Int)

    /// - Parameter action: That of the step; nil if it is not known, or the state was set.
    func add(_ state: JSON, at seq: Int, from action: JSONText?)

    func check()

    var found: (verdict: PageVerdict?, bad: RangeSet<Int>) { get }
}
