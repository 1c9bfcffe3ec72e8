internal import TimelineKit

/// A run as text, for another process. It is no timeline, as the numbers of its steps have holes.
extension TrialRun {
    package var text: [UInt8] { text(of: steps) }

    func text(of steps: [TrialStep]) -> [UInt8] {
        var text = LineWriter.header(header.withoutChecksums)
        text += LineWriter.line(.snapshot(first))
        for step in steps {
            text += LineWriter.step(step.step)
            for value in step.values { text += LineWriter.line(.generated(value)) }
            for other in step.canceled {
                text += LineWriter.line(.canceled(Cancellation(seq: step.step.seq, at: step.step.at, step: other)))
            }
        }
        return text
    }

    /// The runs whose texts follow each other.
    static func all(text: [UInt8]) throws(LineError) -> [TrialRun] {
        var runs: [TrialRun] = []
        var header: Header?
        var first: Snapshot?
        var steps: [TrialStep] = []
        func end() throws(LineError) {
            guard let header, let first else { throw LineError("a trial begins with a header and a state") }
            runs.append(TrialRun(header, first, steps))
        }
        for line in text.split(separator: UInt8(ascii: "\n")) {
            switch try LineParser.parse(Array(line)) {
            case .header(let found):
                if header != nil { try end() }
                (header, first, steps) = (found, nil, [])
            case .snapshot(let found): first = found
            case .step(let step): steps.append(TrialStep(step: step))
            case .generated(let value):
                if steps.isEmpty { throw LineError("a value belongs to no step") }
                steps[steps.count - 1].values.append(value)
            case .canceled(let canceled) where !steps.isEmpty: steps[steps.count - 1].canceled.append(canceled.step)
            default: throw LineError("a trial has only steps")
            }
        }
        try end()
        return runs
    }
}
