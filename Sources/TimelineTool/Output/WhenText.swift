internal import TimelineDebugger
internal import TimelineJSON
internal import TimelineJournal

struct WhenText {
    let journal: any ReplayableJournal
    let expression: String
    let range: ClosedRange<Int>
    let verdicts: Verdicts
    let grounds: Grounds

    func print() throws {
        var lines = StepLines(journal)
        for span in verdicts.bad.ranges {
            try printFirstStep(span.lowerBound, &lines)
            let (first, last) = (span.lowerBound, span.upperBound - 1)
            let steps = first == last ? "step \(first)" : "steps \(first) to \(last)"
            let end = last == range.upperBound ? ", the last" : ""
            StandardOutput.print(Layout.spaces(29) + Style.changed("true after \(steps)\(end)"))
        }
        let unknown = verdicts.unknown.ranges.reduce(0) { $0 + $1.count }
        let count = verdicts.bad.ranges.reduce(0) { $0 + $1.count }
        let all = Layout.count(verdicts.count - unknown, unknown == 0 ? "state" : "known state")
        let spans = verdicts.bad.ranges.count
        StandardOutput.print(
            "\(expression) is true for \(count == 0 ? "none" : Layout.grouped(count)) of \(all)"
                + (spans > 1 ? ", in \(Layout.count(spans, "span"))." : "."))
        grounds.lines().forEach { StandardOutput.print($0) }
    }

    private func printFirstStep(_ seq: Int, _ lines: inout StepLines) throws {
        guard seq > journal.first else { return StandardOutput.print(StepText.line(seq, .zero, "the first state")) }
        guard case .step(let step)? = try lines.line(of: seq)?.content else { return }
        StandardOutput.print(StepText.line(step, showsCause: true))
    }

    var json: JSON {
        let count = verdicts.bad.ranges.reduce(0) { $0 + $1.count }
        return grounds.json(after: [
            "states": .int(verdicts.count), "true": .int(count), "spans": BisectText.spans(verdicts.bad),
        ])
    }
}
