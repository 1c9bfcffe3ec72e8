package import TimelineJSON

/// The whole state after step `seq`; 0 is the state before the first.
package struct Snapshot: Equatable, Sendable {
    package let seq: Int
    package let at: Moment
    package let state: JSONText

    package init(seq: Int, at: Moment, state: JSONText) {
        self.seq = seq
        self.at = at
        self.state = state
    }
}
