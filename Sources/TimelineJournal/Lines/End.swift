/// The run ended cleanly after step `seq`.
package struct End: Equatable, Sendable {
    package let seq: Int
    package let at: Moment
    package let actions: Int
    package let snapshots: Int

    package init(seq: Int, at: Moment, actions: Int, snapshots: Int) {
        self.seq = seq
        self.at = at
        self.actions = actions
        self.snapshots = snapshots
    }
}
