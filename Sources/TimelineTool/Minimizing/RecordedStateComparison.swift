internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

struct RecordedStateComparison {
    private enum Result {
        case agrees, differs
        case none
    }

    private let (seq, end): (Int, Int)
    private let result: Result

    init<P: Program>(
        _ program: P, _ journal: Journal, _ run: TrialRun, state: ([TrialStep]) throws -> JSONText
    ) throws {
        end = journal.end
        let checkpoint = try journal.checkpoint(atOrBefore: end)
        seq = checkpoint?.seq ?? run.first.seq
        let steps = Array(run.steps.prefix { [seq] in $0.step.seq <= seq })
        // A state that was set, or that stands for steps that cannot be reduced, is part of the run itself.
        guard let checkpoint, case .action? = steps.last?.step.change else {
            result = .none
            return
        }
        let text = try journal.state(at: checkpoint)
        let migrated = MigrationPath(for: program, from: journal.header.version)?.state(text) ?? text
        let recorded = try JSONCoding.decode(P.State.self, from: migrated)
        let made = try state(steps)
        let canonical = try JSONCoding.encode(recorded)
        // What is encoded in hash order may have that of another process.
        let isEqual =
            try canonical == made || canonical == JSONCoding.encode(JSONCoding.decode(P.State.self, from: made))
        result = isEqual ? .agrees : .differs
    }

    var isOfEnd: Bool { result == .agrees && seq == end }

    var warning: String? {
        let rest = "The test expects the state that this program makes."
        switch result {
        case .none: return "Warning: no state that reducers made was recorded, so none was compared. \(rest)"
        case .differs:
            return """
                Warning: the state after step \(seq) differs from the recorded one: the program has changed since, or it is \
                not pure. \(rest)
                """
        case .agrees where seq == end: return nil
        case .agrees:
            return """
                Warning: only the state after step \(seq) was compared with the recorded one; no later one was recorded. \
                \(rest)
                """
        }
    }

    var json: JSON? { result == .none ? nil : .members(["seq": .int(seq), "agrees": .bool(result == .agrees)]) }
}
