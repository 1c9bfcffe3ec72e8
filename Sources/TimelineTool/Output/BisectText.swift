internal import TimelineDebugger
internal import TimelineJSON
internal import TimelineJournal
internal import TimelineKit

/// What a bisection came to, as text and as JSON.
struct BisectText {
    let journal: any ReplayableJournal
    /// The timeline, as it was named on the command line.
    let file: String
    /// What makes a state bad, where it can be said.
    let what: String?
    /// Whether every state was looked at.
    var wasScanned = false
    /// Places that the expression asks for and the state at the bad end does not have.
    var absent: [String] = []

    // MARK: - Text

    func text<P>(_ answer: BisectAnswer<P>) -> String {
        switch answer {
        case .found(let culprit): return found(culprit)
        case .goodAtBadEnd(let seq, _):
            let subject = what.map { "it is not so that \($0)" } ?? "by your answer"
            var lines = ["The state after step \(seq), the bad end, is good: \(subject)."]
            if !absent.isEmpty {
                lines.append("That state has no \(absent.joined(separator: ", and no ")); see what it has:")
                lines.append("  timeline state \(file) \(seq)")
            } else if wasScanned {
                lines.append("So is every state before it, from the good end on.")
            } else {
                lines.append("Where it was bad in between, name a bad position with --bad-at, or look at")
                lines.append("every state with --first.")
            }
            return lines.joined(separator: "\n") + unreturned
        case .badAtGoodEnd(let seq, _):
            let advice =
                seq == journal.first
                ? "It was bad before the first step of this timeline, so no step in it turned it bad."
                : "Name an earlier position with --good."
            let reason = what.map { ": \($0)" } ?? ""
            return "The state after step \(seq), the good end, is bad already\(reason).\n\(advice)"
        case .cannotTell(let range, let probes):
            let asked = Layout.count(probes, "state")
            guard range.count > 1 else {
                return "Step \(range.lowerBound) turned the state bad, but it is not on file (\(asked) asked about)."
            }
            return """
                It can't be told which step turned the state bad.
                One of steps \(range.lowerBound) to \(range.upperBound) did: not every state there could be judged
                (\(asked) asked about).
                """
        case .cannotJudge(let seq, _):
            return """
                It can't be told whether a step turned the state bad: the state after step \(seq)
                could not be judged.
                Name other positions with --good and --bad-at.
                """
        }
    }

    private func found<P>(_ culprit: Culprit<P>) -> String {
        let step = culprit.step
        var lines = [Style.bold("Step \(step.seq) turned the state bad\(what.map { ": \($0)" } ?? "")."), ""]
        let when = Layout.seconds(step.at.seconds)
        lines.append("  when    \(when) s after the start, step \(step.seq) of \(journal.last)")
        lines.append("  action  " + Layout.cut(StepText.what(step), to: StandardOutput.columns - 10))
        let cause = step.cause.map { ", caused by step \($0)" } ?? ""
        lines.append("  from    \(step.from.map { Layout.visible($0.rawValue) } ?? "not recorded")\(cause)")
        lines += ["", "What it changed:"]
        guard let before = try? JSONCoding.encode(culprit.before).value else {
            preconditionFailure("a state that was judged cannot be encoded")
        }
        if culprit.difference.isEmpty { lines.append("  nothing that is coded") }
        lines += DifferenceText.lines(culprit.difference, from: before).map { "  \($0)" }
        if culprit.replayed != nil {
            lines += ["", "Warning: this is the state that was recorded; replay of the step makes another."]
        }
        let all = Layout.count(culprit.range.count, "state")
        lines += ["", "Found with \(Layout.count(culprit.probes, "probe")) of \(all).", course(culprit)]
        if let last = journal.unreturned {
            lines.append("Step \(last), the last, left no state: its reducer never returned.")
        }
        if file != "-" {
            lines += ["", "Look closer:", "  timeline state \(file) \(culprit.good)"]
            let from = max(journal.first, culprit.good - 3)
            lines.append("  timeline replay \(file) --from \(from) --to \(step.seq)")
        }
        return lines.joined(separator: "\n")
    }

    /// How it went on after the step.
    private func course<P>(_ culprit: Culprit<P>) -> String {
        guard let spans = culprit.badSpans else {
            return "Not every state was looked at, so it may have turned back and forth."
                + (what == nil ? "" : "\n--first looks at each.")
        }
        if culprit.isMonotone == true {
            let until = culprit.range.upperBound == journal.end ? "" : ", to step \(culprit.range.upperBound)"
            return "A look at every state agrees: good before, bad since\(until)."
        }
        let shown = spans.prefix(5).map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)" }
        let more = spans.count > 5 ? " and \(spans.count - 5) more" : ""
        return "It turned back and forth: bad after \(shown.joined(separator: ", "))\(more)."
            + (spans[0].lowerBound < culprit.step.seq ? " --first names the first." : "")
    }

    private var unreturned: String {
        journal.unreturned.map {
            "\nStep \($0), the last, left no state: its reducer never returned. It may be what you look for:\n"
                + "  timeline log \(file) --from \($0 - 1)"
        } ?? ""
    }

    // MARK: - JSON

    func json<P>(_ answer: BisectAnswer<P>) -> JSON {
        switch answer {
        case .found(let culprit):
            let step = culprit.step
            let action: JSON? = if case .action(let text) = step.change { text.value } else { nil }
            let opaque: JSON? = if case .opaque(let text) = step.change { .string(text) } else { nil }
            let set: JSON? = if case .set(_, let by) = step.change { .string(by) } else { nil }
            return .members([
                "found": .bool(true),
                "bad": .members([
                    "seq": .int(step.seq), "at": JSONNumber(text: step.at.description).map { .number($0) },
                    "action": action, "opaque": opaque, "by": set, "from": step.from.map { .string($0.rawValue) },
                    "cause": step.cause.map { .int($0) },
                ]),
                "good": .members(["seq": .int(culprit.good)]), "probes": .int(culprit.probes),
                "monotone": culprit.isMonotone.map { .bool($0) } ?? .null,
                "badSpans": culprit.badSpans.map { spans in
                    .array(spans.map { .array([.int($0.lowerBound), .int($0.upperBound)]) })
                },
                "diff": culprit.difference.json, "reproduced": culprit.replayed == nil ? nil : .bool(false),
            ])
        case .goodAtBadEnd(let seq, let probes):
            return .members([
                "found": .bool(false), "why": .string("the state at the bad end is good"), "seq": .int(seq),
                "probes": .int(probes),
            ])
        case .badAtGoodEnd(let seq, let probes):
            return .members([
                "found": .bool(false), "why": .string("the state at the good end is bad"), "seq": .int(seq),
                "probes": .int(probes),
            ])
        case .cannotTell(let range, let probes):
            return .members([
                "found": .bool(false), "why": .string("states could not be judged"),
                "candidates": .array([.int(range.lowerBound), .int(range.upperBound)]), "probes": .int(probes),
            ])
        case .cannotJudge(let seq, let probes):
            return .members([
                "found": .bool(false), "why": .string("a state could not be judged"), "seq": .int(seq),
                "probes": .int(probes),
            ])
        }
    }
}
