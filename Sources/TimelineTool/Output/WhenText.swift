internal import TimelineDebugger
internal import TimelineJSON
internal import TimelineJournal
internal import TimelineQuerying

/// The spans in which a condition held, as text and as JSON.
struct WhenText {
    let journal: any ReplayableJournal
    let expression: String
    /// The positions whose states were judged.
    let range: ClosedRange<Int>
    /// A state for which the condition is true is `bad`.
    let verdicts: Verdicts
    let evidence: BisectAnswer.Evidence
    /// The steps that a fresh replay could not reduce; nil if replay was not fresh.
    let skipped: RangeSet<Int>?
    /// The paths of the condition that selected nothing in any state.
    let unseenPaths: [String]

    /// Prints each span with the step that it begins with, then what was judged.
    func print() throws {
        var lines = try journal.lines(fromStep: max(range.lowerBound, 1))
        for span in verdicts.bad.ranges {
            try printFirstStep(span.lowerBound, &lines)
            let (first, last) = (span.lowerBound, span.upperBound - 1)
            let steps = first == last ? "step \(first)" : "steps \(first) to \(last)"
            let end = last == range.upperBound ? ", the last" : ""
            StandardOutput.print(Layout.spaces(29) + Style.changed("true after \(steps)\(end)"))
        }
        let (count, all) = (verdicts.bad.ranges.reduce(0) { $0 + $1.count }, Layout.count(verdicts.count, "state"))
        let spans = verdicts.bad.ranges.count
        StandardOutput.print(
            "\(expression) is true for \(count == 0 ? "none" : Layout.grouped(count)) of \(all)"
                + (spans > 1 ? ", in \(Layout.count(spans, "span"))." : "."))
        if !verdicts.unknown.isEmpty {
            let positions = verdicts.unknown.ranges.map { Layout.steps($0.lowerBound...$0.upperBound - 1) }
            StandardOutput.print("The states are unknown after \(positions.joined(separator: ", ")).")
        }
        for line in BisectText.evidence(evidence) + BisectText.freshness(skipped, first: journal.first) {
            StandardOutput.print(line)
        }
        if !unseenPaths.isEmpty {
            StandardOutput.print("No state has \(unseenPaths.joined(separator: " or ")).")
        }
    }

    /// - Parameter lines: The lines from an earlier step on, so that each is read once.
    private func printFirstStep(_ seq: Int, _ lines: inout JournalReader) throws {
        guard seq > journal.first else { return StandardOutput.print(StepText.line(seq, .zero, "the first state")) }
        while let line = try lines.next() {
            guard case .step(let step) = line.content, step.seq >= seq else { continue }
            guard step.seq == seq else { break }
            return StandardOutput.print(StepText.line(step, showsCause: true))
        }
    }

    var json: JSON {
        let count = verdicts.bad.ranges.reduce(0) { $0 + $1.count }
        var members = JSONObject()
        members["states"] = .int(verdicts.count)
        members["true"] = .int(count)
        members["spans"] = BisectText.spans(verdicts.bad)
        if !verdicts.unknown.isEmpty { members["unknown"] = BisectText.spans(verdicts.unknown) }
        switch evidence {
        case .confirmed(let seq): members["confirmedBy"] = .members(["seq": .int(seq)])
        case .unconfirmed: members["confirmedBy"] = .null
        case .recorded: members["recorded"] = .bool(true)
        case .fresh: members["fresh"] = .bool(true)
        }
        if !unseenPaths.isEmpty { members["unseen"] = .array(unseenPaths.map { .string($0) }) }
        return .object(members)
    }
}
