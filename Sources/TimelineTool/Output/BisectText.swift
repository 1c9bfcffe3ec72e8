internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

struct BisectText {
    let journal: Journal
    let file: String
    /// The options that make the edited timeline from the file.
    let edits: [String]
    /// The options that a command needs to read the file and to replay it.
    let options: [String]
    let reason: (bad: String, good: String)?
    /// False for --invariant and --run: what they read is unknown.
    let readsPaths: Bool
    /// Of changes, and not of states.
    let judgesChanges: Bool
    /// Of what must follow a step.
    let responses: Responses?
    /// `--first` or `--all`.
    let isFirst, isAll, isFull: Bool
    let unseenPaths: [String]
    let skipped: RangeSet<Int>?
    /// The last step, if its reducer never returned in the recording, and this program reduced it.
    let returned: Int?

    var explanation: Explanation?
    var sites: SiteText?

    // MARK: - Text

    func text(_ answer: BisectAnswer) -> String { lines(answer).joined(separator: "\n") }

    private func lines(_ answer: BisectAnswer) -> [String] {
        switch answer {
        case .found(let culprit): return found(culprit)
        case .noneBad(let seq, let count):
            if let responses {
                return ["Nothing came too late, up to step \(seq): \(responses)."] + freshness + unseen(seq)
            }
            let states =
                judgesChanges
                ? "for all \(Layout.count(count, "change")), up to step \(seq)"
                : "for all \(Layout.count(count, "state")), after steps \(seq - count + 1) to \(seq)"
            let line = "No step \(turnedBad): \(reason?.good ?? "by your answers") \(states)."
            return [line] + freshness + unseen(seq) + unreturned
        case .goodAtBadEnd(let seq, _):
            let lines = [
                "The state after step \(seq) is good: \(reason?.good ?? "by your answer").",
                "Can't tell whether one before it was bad: they were not judged.",
                "Pass the position of a bad one with --bad-at\(reason == nil ? "." : ", or judge all with --first.")",
            ]
            return lines + freshness + unseen(seq) + unreturned
        case .badAtGoodEnd(let seq, _):
            let advice =
                seq == journal.first
                ? "The timeline begins with it: what turned it bad is not in the timeline."
                : "Pass an earlier position with --good."
            let start = [
                "Can't tell which step turned the state bad:",
                "the state after step \(seq), the good end, is bad already\(badReason).",
            ]
            return start + freshness + [advice] + unseen(seq)
        case .cannotTell(let range, let probes):
            return [cannotTell(range, probes: probes)] + freshness + unseen(range.upperBound)
        case .cannotJudge(let seq, _):
            return [
                "Can't tell whether a step turned the state bad: the state after step \(seq) could not",
                "be judged. Pass other positions with --good and --bad-at.",
            ]
        case .diverged(let divergence, _):
            return [Self.diverged(divergence, "which step turned the state bad", isFull: isFull)]
        }
    }

    static func outcome(_ answer: BisectAnswer) -> String {
        switch answer {
        case .found(let culprit): "step \(culprit.step.seq) turned the state bad."
        case .noneBad: "no step turned the state bad."
        case .goodAtBadEnd(let seq, _): "the state after step \(seq) is good."
        case .badAtGoodEnd(let seq, _): "the state after step \(seq), the good end, is bad."
        case .cannotTell, .cannotJudge: "it is unknown which step turned the state bad."
        case .diverged(let divergence, _): "replay disagrees with the state after step \(divergence.seq)."
        }
    }

    private func cannotTell(_ range: ClosedRange<Int>, probes: Int) -> String {
        let probes = Layout.count(probes, "probe")
        let restarts = skipped?.intersection(RangeSet(Range(range))) ?? RangeSet()
        if let restarts = SkippedText.list(restarts) {
            return """
                Can't tell which step turned the state bad: \(restarts) could not be reduced again,
                and the bad state after that comes from the recording, not from the reducer.
                """
        }
        if range.count == 1 {
            return "Step \(range.lowerBound) turned the state bad, but it is not in the file (\(probes))."
        }
        return """
            Can't tell which step turned the state bad.
            At least one of steps \(range.lowerBound) to \(range.upperBound) did: not every state there could be judged
            (\(probes)).
            """
    }

    static func diverged(_ divergence: BisectDivergence, _ question: String, isFull: Bool) -> String {
        let source = VerificationDescription.source(seq: divergence.seq, agreedUpTo: divergence.agreedUpTo)
        var lines = [
            "Can't tell \(question): replay and recording disagree after", "step \(divergence.seq).",
            "\(source) (recorded → replayed):",
        ]
        lines += changes(from: divergence.recorded, to: divergence.replayed, isFull: isFull)
        if let fault = divergence.codingLoss?.stateFault {
            return
                (lines + [
                    Layout.visible(fault, exceptLines: true),
                    "--fresh judges the states of a replay from the first one on.",
                ]).joined(separator: "\n")
        }
        lines += VerificationDescription.notes(
            ignored: divergence.isIgnoredByEquality, divergence.paths.map { Layout.visible($0) })
        if !divergence.unstablePaths.isEmpty {
            let paths = Layout.visible(Disagreement.list(divergence.unstablePaths))
            lines.append("The value at \(paths) changes when it is encoded and decoded, which may be why.")
        }
        lines += [
            "The reducer has changed since, or it is not pure: it reads a clock, a random",
            "number, or something else outside the state. `timeline verify` finds out which.",
            "If it has changed, --fresh judges the states that the present reducer makes, and",
            "uses no recorded snapshot.",
        ]
        return lines.joined(separator: "\n")
    }

    private func found(_ culprit: BisectAnswer.Culprit) -> [String] {
        let step = culprit.step
        let isLate = responses != nil
        let what = isLate ? "The time was up at step \(step.seq)" : "Step \(step.seq) \(turnedBad)"
        var lines = [Style.bold("\(what)\(badReason)."), ""]
        if let asked {
            let summary = Layout.cut(StepText.summary(of: asked), to: isFull ? .max : StandardOutput.columns - 10)
            let time = Layout.seconds(step.at.seconds - asked.at.seconds)
            lines.append("  asked   in step \(asked.seq), \(time) s before: \(summary)")
        }
        let when = Layout.seconds(step.at.seconds)
        lines.append("  when    \(when) s after the start, step \(step.seq) of \(journal.last)")
        let action = StepText.summary(of: step)
        lines.append("  action  " + (isFull ? action : Layout.cut(action, to: StandardOutput.columns - 10)))
        let cause = step.cause.map { ", caused by step \($0)" } ?? ""
        lines.append("  from    \(step.from.map { Layout.visible($0) } ?? "not recorded")\(cause)")
        if let site = sites?.text(step) { lines.append("  at      \(site)") }
        lines += ["", "What it changed:"]
        if culprit.difference.isEmpty { lines.append("  nothing that is encoded") }
        lines += Self.changes(from: culprit.before, to: culprit.after, isFull: isFull)
        lines += why
        let all = Layout.count(culprit.range.count, "state")
        lines.append("")
        lines.append(
            isFirst || isAll
                ? "Found by judging \(Layout.grouped(culprit.probes)) of \(all), in order."
                : "Found with \(Layout.count(culprit.probes, "probe")) of \(all).")
        lines += evidence(culprit) + freshness + verdicts(culprit) + unseen(step.seq)
        if let last = journal.unreturned {
            lines.append("Step \(last), the last, has no state: its reducer never returned.")
        }
        if file != "-" {
            lines += ["", "Look closer:"] + stateCommand(culprit.good)
            let from = max(journal.first, culprit.good - 3)
            lines.append(
                // `replay` does not reduce such a step.
                step.seq == returned
                    ? command("log", ["--from", "\(from)"])
                    // No program was needed, and there may be none.
                    : culprit.evidence == .recorded
                        ? command("log", ["--from", "\(from)", "--to", "\(step.seq)"])
                        : command("replay", ["--from", "\(from)", "--to", "\(step.seq)"] + edits + freshOption))
        }
        return lines
    }

    private var why: [String] {
        guard let explanation else { return [] }
        func line(_ facts: [Explanation.Fact]) -> String {
            facts.map { "\($0.step) \($0.text)" }.joined(separator: " · ")
        }
        // The cause of the step itself is above.
        let causes = explanation.causes.count > 1 ? [line(explanation.causes)] : []
        let lines = explanation.values.map { "\($0.path): \(line($0.writers))" } + causes
        return lines.isEmpty ? [] : ["", "Why:"] + lines.map { "  \($0)" }
    }

    private var asked: Step? { responses?.broken.first.flatMap { try? journal.step($0.lowerBound) } }

    private var noun: String { judgesChanges ? "change" : "state" }
    private var turnedBad: String { judgesChanges ? "made a bad change" : "turned the state bad" }
    private var badReason: String { reason.map { ": \($0.bad)" } ?? "" }

    private static func changes(from before: JSON, to after: JSON, isFull: Bool) -> [String] {
        DifferenceText.lines(
            JSONDifference(from: before, to: after), indent: 2, width: isFull ? .max : StandardOutput.columns,
            limit: isFull || !StandardOutput.isTerminal ? .max : 20)
    }

    private func unseen(_ seq: Int) -> [String] {
        guard !unseenPaths.isEmpty else { return [] }
        let command = file == "-" || judgesChanges ? [] : stateCommand(seq)
        let paths = unseenPaths.joined(separator: " or ")
        let none = judgesChanges ? "No change that was judged has" : "No state that was judged has"
        return ["\(none) \(paths)\(command.isEmpty ? "." : "; to see the state:")"] + command
    }

    /// `state` takes no edits.
    private func stateCommand(_ seq: Int) -> [String] {
        edits.isEmpty ? [command("state", ["\(seq)"] + freshOption)] : []
    }

    private var freshOption: [String] { skipped == nil ? [] : ["--fresh"] }

    private func command(_ name: String, _ words: [String]) -> String {
        "  \(Invocation.name) " + ([name, file] + words + options).map { Layout.argument($0) }.joined(separator: " ")
    }

    private func evidence(_ culprit: BisectAnswer.Culprit) -> [String] {
        switch culprit.evidence {
        case .recorded: ["The states before and after it are on file; it was not reduced again."]
        case .confirmed(by: culprit.step.seq, inPart: false): ["Replay agrees with the state recorded after it."]
        case .confirmed(let seq, inPart: true) where !readsPaths:
            ["The state recorded after step \(seq) is judged like the replayed one, which has other values."]
        default: Self.evidence(culprit.evidence)
        }
    }

    static func evidence(_ evidence: BisectAnswer.Evidence) -> [String] {
        switch evidence {
        case .recorded, .fresh: []
        case .confirmed(let seq, inPart: false): ["Replay agrees with the state recorded after step \(seq)."]
        case .confirmed(let seq, inPart: true):
            [
                "Replay agrees with the state recorded after step \(seq) in what the condition reads.",
                "Elsewhere, replay and recording differ.",
            ]
        case .unconfirmed: ["No later recorded state confirms this replay: it holds if the reducer has not changed."]
        }
    }

    private var freshness: [String] {
        Self.freshness(skipped, first: journal.first)
            + (returned.map { ["The reducer of step \($0), which never returned in the recording, returned."] } ?? [])
    }

    static func freshness(_ skipped: RangeSet<Int>?, first: Int) -> [String] {
        guard let skipped else { return [] }
        let start = "By a fresh replay" + (skipped.isEmpty ? ", which used no snapshot after the first." : ".")
        return [start] + SkippedText.notes(onFresh: skipped, from: first)
    }

    private func verdicts(_ culprit: BisectAnswer.Culprit) -> [String] {
        guard let verdicts = culprit.verdicts else {
            if isFirst {
                return [
                    "Every \(noun) before it, from step \(culprit.range.lowerBound) on, was good; --all also judges those after it."
                ]
            }
            let advice = reason == nil ? [] : ["--first judges all up to the first bad one, --all judges every one."]
            return ["Not every state was judged, so it may have turned bad more than once."] + advice
        }
        if culprit.isMonotone == true, !judgesChanges {
            let until = culprit.range.upperBound == journal.end ? "" : ", to step \(culprit.range.upperBound)"
            return ["Every state was judged: good before, bad since\(until)."]
        }
        var lines: [String] = []
        if isAll {
            lines.append(judgesChanges ? "These steps made bad changes:" : "The state was bad after these steps:")
            lines += verdicts.bad.ranges.map { "  " + Layout.span($0.lowerBound...$0.upperBound - 1) }
        } else {
            let isTheFirst = verdicts.bad.ranges.first?.lowerBound == culprit.step.seq
            let bad = SkippedText.list(verdicts.bad) ?? ""
            let isOver = verdicts.bad.ranges.count == 1 && !verdicts.bad.contains(culprit.range.upperBound)
            lines.append(
                isOver
                    ? "It was bad after \(bad), and good in the end."
                    : "It turned bad more than once: bad after \(bad)."
                        + (isTheFirst ? "" : " --first finds the first."))
        }
        return lines + (SkippedText.list(verdicts.unknown).map { ["It could not be judged after \($0)."] } ?? [])
    }

    private var unreturned: [String] {
        guard let step = journal.unreturned else { return [] }
        let line = "Step \(step), the last, has no state: its reducer never returned. It may be the culprit:"
        return [line, command("log", ["--from", "\(step - 1)"])]
    }
}
