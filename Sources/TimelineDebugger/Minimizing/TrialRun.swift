package import TimelineKit
package import TimelineReplay

package struct TrialRun: Sendable {
    package let header: Header
    package let first: Snapshot
    package let steps: [TrialStep]
    private(set) var version: String

    /// The reducer of the last step may never have returned.
    package init(_ program: some Program, _ journal: Journal, through last: Int) throws {
        func unavailable(_ seq: Int, _ reason: String) -> ReplayError {
            ReplayError(.unavailable(seq: seq, file: journal.name, reason: reason))
        }
        guard let checkpoint = try journal.checkpoint(atOrBefore: journal.first) else {
            throw unavailable(journal.first, "the run ended before its first state was written")
        }
        if journal.header.isReplicaLog {
            throw unavailable(last, "it is the log of a replica, which lacks the changes that other replicas made")
        }
        var reader = TrialReader(program, journal)
        let state = try reader.state(at: checkpoint)
        self.init(
            journal.header, Snapshot(seq: checkpoint.seq, at: checkpoint.at, state: state),
            try reader.steps(after: checkpoint, through: last))
        version = reader.migrations?.version ?? version
    }

    init(_ header: Header, _ first: Snapshot, _ steps: [TrialStep], version: String? = nil) {
        (self.header, self.first, self.steps) = (header, first, steps)
        self.version = version ?? header.version
    }

    /// Of a run that is made from several: recorded times would not be in order.
    func time(ofStep number: Int) -> Moment {
        Moment(microseconds: first.at.microseconds + Int64(number) * 100_000)
    }

    package static func causes(of steps: [TrialStep]) -> [Int?] {
        var indexes: [Int: Int] = [:]
        for (index, step) in steps.enumerated() { indexes[step.step.seq] = index }
        return steps.map { step in
            // The state of a step that cannot be reduced does not depend on its cause.
            guard case .action = step.step.change, let cause = step.step.cause, cause < step.step.seq else {
                return nil
            }
            return indexes[cause]
        }
    }
}
