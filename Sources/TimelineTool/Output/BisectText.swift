internal import TimelineDebugger
internal import TimelineJSON
internal import TimelineJournal
internal import TimelineQuerying

/// The result of a bisection, as text and as JSON.
struct BisectText {
    /// How states were judged.
    enum Mode {
        case search
        /// In order, up to the first that is bad.
        case first
        /// In order, all of them.
        case all
    }

    let journal: any ReplayableJournal
    /// The timeline, as it was named on the command line.
    let file: String
    /// What makes a state bad, where it can be said.
    let what: String?
    var mode = Mode.search
    /// Whether to show every change, and values whole.
    var isFull = false
    /// The paths of the expression that led to nothing in any state judged.
    var unseenPaths: [String] = []
    /// The steps that a fresh replay could not reduce again; nil where replay was not fresh.
    var skipped: RangeSet<Int>?

    /// On a terminal, no more changes than this are shown unasked.
    private static let changeLimit = 20

    // MARK: - Text

    func text(_ answer: BisectAnswer) -> String {
        switch answer {
        case .found(let culprit): return found(culprit)
        case .goodAtBadEnd(let seq, _):
            let subject = what.map { "it is not so that \($0)" } ?? "by your answer"
            var lines = ["The state after step \(seq), the bad end, is good: \(subject)."]
            if mode != .search { lines.append("So is every state before it, from the good end on.") }
            lines += freshness
            lines += unseen(seq)
            if unseenPaths.isEmpty, mode == .search {
                lines.append("Where it was bad in between, name a bad position with --bad-at, or look at")
                lines.append("every state with --first.")
            }
            return lines.joined(separator: "\n") + unreturned
        case .badAtGoodEnd(let seq, _):
            let advice =
                seq == journal.first
                ? "This timeline begins with it: no step in it turned that state bad."
                : "Name an earlier position with --good."
            let reason = what.map { ": \($0)" } ?? ""
            let start = "The state after step \(seq), the good end, is bad already\(reason)."
            return ([start] + freshness + [advice] + unseen(seq)).joined(separator: "\n")
        case .cannotTell(let range, let probes):
            let reason = cannotTell(range, probes: probes)
            return ([reason] + freshness + unseen(range.upperBound)).joined(separator: "\n")
        case .cannotJudge(let seq, _):
            return """
                It can't be told whether a step turned the state bad: the state after step \(seq)
                could not be judged.
                Name other positions with --good and --bad-at.
                """
        case .diverged(let divergence, _): return diverged(divergence)
        }
    }

    private func cannotTell(_ range: ClosedRange<Int>, probes: Int) -> String {
        let asked = Layout.count(probes, "state")
        let restarts = skipped?.intersection(RangeSet(Range(range))) ?? RangeSet()
        if let restarts = SkippedText.list(restarts) {
            return """
                It can't be told which step turned the state bad: \(restarts) could not be reduced again,
                and the bad state after that comes from the recording, not from the reducer.
                """
        }
        if range.count == 1 {
            return "Step \(range.lowerBound) turned the state bad, but it is not on file (\(asked) asked about)."
        }
        return """
            It can't be told which step turned the state bad.
            At least one of steps \(range.lowerBound) to \(range.upperBound) did: not every state there could be judged
            (\(asked) asked about).
            """
    }

    private func diverged(_ divergence: BisectDivergence) -> String {
        let first = divergence.agreedUpTo + 1
        let steps =
            first == divergence.seq ? "Step \(first)" : "At least one of steps \(first) to \(divergence.seq)"
        var lines = [
            "It can't be told which step turned the state bad: replay and recording",
            "disagree after step \(divergence.seq).",
            "\(steps) gave another state than when it was recorded (recorded → replayed):",
        ]
        lines += changes(divergence.difference, from: divergence.recorded)
        if !divergence.unstablePaths.isEmpty {
            let paths = divergence.unstablePaths.prefix(4).map { Layout.visible($0) }.joined(separator: ", ")
            lines.append("The state does not survive its own coding at \(paths), which may be why.")
        }
        lines += [
            "The reducer has changed since, or it is not pure: it reads a clock, chance, or",
            "something outside the state. Try --fresh: it judges the states that the reducer",
            "makes now, and uses no recorded snapshot.",
        ]
        return lines.joined(separator: "\n")
    }

    private func found(_ culprit: BisectAnswer.Culprit) -> String {
        let step = culprit.step
        var lines = [Style.bold("Step \(step.seq) turned the state bad\(what.map { ": \($0)" } ?? "")."), ""]
        let when = Layout.seconds(step.at.seconds)
        lines.append("  when    \(when) s after the start, step \(step.seq) of \(journal.last)")
        let action = StepText.what(step)
        lines.append("  action  " + (isFull ? action : Layout.cut(action, to: StandardOutput.columns - 10)))
        let cause = step.cause.map { ", caused by step \($0)" } ?? ""
        lines.append("  from    \(step.from.map { Layout.visible($0) } ?? "not recorded")\(cause)")
        lines += ["", "What it changed:"]
        if culprit.difference.isEmpty { lines.append("  nothing that is coded") }
        lines += changes(culprit.difference, from: culprit.before)
        let all = Layout.count(culprit.range.count, "state")
        lines.append("")
        switch mode {
        case .search: lines.append("Found with \(Layout.count(culprit.probes, "probe")) of \(all).")
        case .first, .all: lines.append("Found by judging \(Layout.grouped(culprit.probes)) of \(all), in order.")
        }
        lines += evidence(culprit) + freshness + course(culprit) + unseen(step.seq)
        if let last = journal.unreturned {
            lines.append("Step \(last), the last, left no state: its reducer never returned.")
        }
        if file != "-" {
            let option = skipped == nil ? "" : " --fresh"
            lines += ["", "Look closer:", "  timeline state \(file) \(culprit.good)\(option)"]
            let from = max(journal.first, culprit.good - 3)
            lines.append("  timeline replay \(file) --from \(from) --to \(step.seq)\(option)")
        }
        return lines.joined(separator: "\n")
    }

    private func changes(_ difference: JSONPatch, from before: JSON) -> [String] {
        let width = isFull ? Int.max : StandardOutput.columns
        let lines = DifferenceText.lines(difference, from: before, width: width).map { "  \($0)" }
        guard StandardOutput.isTerminal, !isFull, lines.count > Self.changeLimit else { return lines }
        let hidden = Layout.count(lines.count - Self.changeLimit, "more change")
        return lines.prefix(Self.changeLimit) + [Style.faint("    and \(hidden): --full shows all")]
    }

    /// What of the expression led to nothing, and how to see what there is.
    private func unseen(_ seq: Int) -> [String] {
        guard !unseenPaths.isEmpty else { return [] }
        let look = file == "-" ? [] : ["  timeline state \(file) \(seq)\(skipped == nil ? "" : " --fresh")"]
        let paths = unseenPaths.joined(separator: " or ")
        return ["No state that was judged has \(paths)\(look.isEmpty ? "." : "; see what there is:")"] + look
    }

    /// How the states on both sides of the step are known.
    private func evidence(_ culprit: BisectAnswer.Culprit) -> [String] {
        switch culprit.evidence {
        case .recorded: ["The states before and after it are on file; it was not reduced again."]
        case .confirmed(by: culprit.step.seq): ["Replay agrees with the state that was recorded after it."]
        case .confirmed(let seq): ["Replay agrees with the state that was recorded after step \(seq)."]
        case .unconfirmed:
            [
                "No state is recorded after it that could confirm this replay: it holds if the reducer is the one that ran."
            ]
        case .fresh: []
        }
    }

    /// What a fresh replay used of the recording.
    private var freshness: [String] {
        guard let skipped else { return [] }
        let start = "By a fresh replay" + (skipped.isEmpty ? ", which used no snapshot after the first." : ".")
        return [start] + SkippedText.notes(onFresh: skipped, from: journal.first)
    }

    /// How the state changed between good and bad, as far as that was looked at.
    private func course(_ culprit: BisectAnswer.Culprit) -> [String] {
        guard let verdicts = culprit.verdicts else {
            if mode == .first {
                return [
                    "Every state before it was good, from step \(culprit.range.lowerBound) on; --all judges those after it, too."
                ]
            }
            let advice = what == nil ? [] : ["--first looks at each up to the first bad one, --all at every one."]
            return ["Not every state was looked at, so it may have turned back and forth."] + advice
        }
        if culprit.isMonotone == true {
            let until = culprit.range.upperBound == journal.end ? "" : ", to step \(culprit.range.upperBound)"
            return ["A look at every state agrees: good before, bad since\(until)."]
        }
        var lines: [String] = []
        if mode == .all {
            lines.append("The state was bad after these steps:")
            lines += verdicts.bad.map {
                "  \($0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound) to \($0.upperBound)")"
            }
        } else {
            let isFirst = verdicts.bad.first?.lowerBound == culprit.step.seq
            lines.append(
                "It turned back and forth: bad after \(list(verdicts.bad))."
                    + (isFirst ? "" : " --first names the first."))
        }
        if !verdicts.unknown.isEmpty {
            lines.append("It could not be judged after these: \(list(verdicts.unknown)).")
        }
        return lines
    }

    /// `3–4, 6–8`.
    private func list(_ spans: [ClosedRange<Int>]) -> String {
        let shown = spans.prefix(5).map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)" }
        return shown.joined(separator: ", ") + (spans.count > 5 ? " and \(spans.count - 5) more" : "")
    }

    private var unreturned: String {
        journal.unreturned.map {
            "\nStep \($0), the last, left no state: its reducer never returned. It may be what you look for:\n"
                + "  timeline log \(file) --from \($0 - 1)"
        } ?? ""
    }
}
