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
        version = MigrationPath(for: program, from: version)?.version ?? version
    }

    package init(_ program: some Program, bytes: [UInt8]) throws {
        let journal = try Journal(bytes: bytes)
        try journal.requireSound()
        try self.init(program, journal, through: journal.last)
    }

    init(_ header: Header, _ first: Snapshot, _ steps: [TrialStep], version: String? = nil) {
        (self.header, self.first, self.steps) = (header, first, steps)
        self.version = version ?? header.version
    }

    /// Of a run that is made from several: recorded times would not be in order.
    func time(ofStep number: Int) -> Moment { Moment(microseconds: first.at.microseconds + Int64(number) * 100_000) }

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

/// Where steps cannot be reduced again, the run has the next recorded state in place of them and of the steps up to that state.
struct TrialReader<P: Program> {
    private let replayer: Replayer<P>
    private let journal: Journal
    private var steps: [TrialStep] = []
    /// The steps that cannot be reduced again, as long as no recorded state followed.
    private var missing: ClosedRange<Int>?

    init(_ program: P, _ journal: Journal) {
        replayer = Replayer(program, journal)
        self.journal = journal
    }

    func state(at checkpoint: Checkpoint) throws -> JSONText {
        let text = try journal.state(at: checkpoint)
        _ = try replayer.decode(text, .state, checkpoint.seq, at: checkpoint.place) as P.State
        return replayer.migrated(text, .state)
    }

    mutating func steps(after checkpoint: Checkpoint, through last: Int) throws -> [TrialStep] {
        var lines = try journal.lines(after: checkpoint)
        while let line = try lines.next() {
            let place = lines.place(of: line)
            switch line.content {
            case .step(let step) where step.seq > last:
                // A recorded state may come after later steps.
                if missing == nil { return steps }
            case .step(let step) where step.seq > checkpoint.seq: try add(step, place)
            case .generated(let value):
                if steps.last?.step.seq == value.seq { steps[steps.count - 1].values.append(value) }
            case .canceled(let canceled):
                if steps.last?.step.seq == canceled.seq { steps[steps.count - 1].canceled.append(canceled.step) }
            case .gap(let gap) where gap.seq > checkpoint.seq && gap.seq <= last: miss(gap.seq...gap.through)
            case .snapshot(let snapshot):
                guard let missing, snapshot.seq >= missing.upperBound, snapshot.seq <= last else { continue }
                let step = Step(seq: snapshot.seq, at: snapshot.at, change: .set(snapshot.state, by: "recording"))
                try insert(step, snapshot.state, by: "recording", place)
            default: continue
            }
        }
        guard let missing else { return steps }
        throw ReplayError(
            .unavailable(seq: last, file: journal.name, reason: "no recorded state follows step \(missing.upperBound)"))
    }

    private mutating func add(_ step: Step, _ place: Place) throws(ReplayError) {
        switch step.change {
        case .action(let text):
            _ = try replayer.decode(text, .action, step.seq, at: place) as P.Action
            steps.append(TrialStep(step: step.changed(.action(replayer.migrated(text, .action)))))
        case .set(let text, let by): try insert(step, text, by: by, place)
        case .opaque: miss(step.seq...step.seq)
        }
    }

    private mutating func miss(_ range: ClosedRange<Int>) {
        missing = min(missing?.lowerBound ?? range.lowerBound, range.lowerBound)...range.upperBound
    }

    /// In place of the steps before it whose states are not known.
    private mutating func insert(
        _ step: Step, _ text: JSONText, by source: String, _ place: Place
    ) throws(ReplayError) {
        _ = try replayer.decode(text, .state, step.seq, at: place) as P.State
        let end = index(after: step.seq)
        let start = missing.map { index(after: $0.lowerBound - 1) } ?? end
        missing = nil
        let changed = step.changed(.set(replayer.migrated(text, .state), by: source))
        steps.replaceSubrange(start..<end, with: [TrialStep(step: changed)])
    }

    private func index(after seq: Int) -> Int { steps.partitioningIndex { $0.step.seq > seq } }
}
