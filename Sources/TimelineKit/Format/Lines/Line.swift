package enum Line: Equatable, Sendable {
    indirect case header(Header)
    case step(Step)
    case snapshot(Snapshot)
    case generated(GeneratedValue)
    case mark(Mark)
    case gap(Gap)
    case end(End)
    case site(Site)
    case canceled(Cancellation)
    case took(ReducerTime)
    /// A kind that this version does not know. It is kept, and skipped.
    case unknown(keys: [String])

    /// The whole state, if the line holds one.
    package var state: JSONText? {
        switch self {
        case .snapshot(let snapshot): return snapshot.state
        case .step(let step): if case .set(let state, _) = step.change { return state }
        default: break
        }
        return nil
    }
}

/// The whole state after step `seq`; step 0 is the start.
package struct Snapshot: Equatable, Sendable {
    package let seq: Int
    package let at: Moment
    package let state: JSONText

    package init(seq: Int, at: Moment, state: JSONText) { (self.seq, self.at, self.state) = (seq, at, state) }
}

/// A value that the reducer of step `seq` generated, and what it is: `uuid`.
package struct GeneratedValue: Equatable, Sendable {
    package var seq: Int
    package let at: Moment
    package let name: String
    package let value: JSONText

    package init(seq: Int, at: Moment, name: String, value: JSONText) {
        (self.seq, self.at, self.name, self.value) = (seq, at, name, value)
    }
}

package struct Mark: Equatable, Sendable {
    package var seq: Int
    package let at: Moment
    package let name: String

    package init(seq: Int, at: Moment, name: String) { (self.seq, self.at, self.name) = (seq, at, name) }
}

/// The work that `step` had started was canceled before its last result, when `seq` was the last step.
package struct Cancellation: Equatable, Sendable {
    package var seq: Int
    package let at: Moment
    package var step: Int

    package init(seq: Int, at: Moment, step: Int) { (self.seq, self.at, self.step) = (seq, at, step) }
}

/// How long the reducer of step `seq` ran.
package struct ReducerTime: Equatable, Sendable {
    package var seq: Int
    package let at, time: Moment

    package init(seq: Int, at: Moment, time: Moment) { (self.seq, self.at, self.time) = (seq, at, time) }
}

/// Steps `seq` to `through` were reduced and not recorded.
package struct Gap: Equatable, Sendable {
    package var seq: Int
    package let at: Moment
    package var through: Int
    package let why: String

    package init(seq: Int, at: Moment, through: Int, why: String) {
        (self.seq, self.at, self.through, self.why) = (seq, at, through, why)
    }
}

package struct End: Equatable, Sendable {
    package let seq: Int
    package let at: Moment
    package let actions: Int
    package let snapshots: Int

    package init(seq: Int, at: Moment, actions: Int, snapshots: Int) {
        (self.seq, self.at, self.actions, self.snapshots) = (seq, at, actions, snapshots)
    }
}
