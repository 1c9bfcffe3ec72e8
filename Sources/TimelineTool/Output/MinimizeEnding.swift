internal import TimelineDebugger
internal import TimelineKit

struct MinimizeEnding {
    enum Stop {
        case budget(Int)
        case interrupted
    }

    let minimality: Minimizer.Minimality
    /// Steps without which it fails, too, in runs that the app may not be able to do.
    let context: [Int]
    let stop: Stop

    var undecided: [Int] { if case .tried(let undecided, _) = minimality { undecided } else { [] } }
    var isMinimal: Bool { if case .tried([], _) = minimality { true } else { false } }
    var isComplete: Bool { minimality == .tried(undecided: [], triedEachAction: true) }
    var contextList: String? { SkippedText.list(RangeSet(context.map { $0..<$0 + 1 })) }

    var name: String {
        switch (minimality, stop) {
        case (.tried(let undecided, true), _): undecided.isEmpty ? "minimal" : "undecided"
        case (_, .budget): "budget"
        case (_, .interrupted): "interrupted"
        }
    }

    func lines(count: Int) -> [String] {
        guard case .tried(let undecided, let triedEachAction) = minimality else {
            switch stop {
            case .budget(let seconds):
                return [
                    "The budget of \(Layout.count(seconds, "second")) ended first: fewer steps may be enough. See --seconds."
                ]
            case .interrupted: return ["Interrupted: this is the best so far, and fewer steps may be enough."]
            }
        }
        var lines: [String] = []
        if let list = SkippedText.list(RangeSet(undecided.map { $0..<$0 + 1 })) {
            let runs = undecided.count == 1 ? "that run" : "those runs"
            let each = undecided.count == 1 ? list : "any one of \(list)"
            lines.append("Can't tell whether it happens without \(each): \(runs) could not be judged.")
            if undecided.count < count, context.isEmpty {
                lines.append("It does not happen without any one of the other steps and what that step caused.")
            }
        } else if context.isEmpty {
            lines = ["1-minimal: it does not happen without any one of these steps and what that step caused."]
        }
        if let list = contextList {
            let each = context.count == 1 ? "it" : "any one of them"
            lines.append(
                "Kept, since the recording never shows the rest without: \(list). "
                    + "It fails without \(each), too: see --any.")
        }
        if !triedEachAction {
            switch stop {
            case .budget(let seconds):
                lines.append(
                    "The budget of \(Layout.count(seconds, "second")) ended before each action was as small as it can be. "
                        + "See --seconds.")
            case .interrupted: lines.append("Interrupted before each action was as small as it can be.")
            }
        }
        return lines
    }
}

struct MinimizeText: Answer {
    let steps: [Step]
    let changed: [Int]
    /// Only the user's actions were made smaller.
    let keepsEffects: Bool
    let count: Int
    let reason: String
    let probes: Int
    let ending: MinimizeEnding
    /// Steps that are kept, and whose answers are not.
    let unanswered: [Int]
    let output: String?

    func text() -> String {
        var lines = ["\(Layout.count(count, "step")) → \(Layout.grouped(steps.count))", ""]
        lines += steps.map { StepText.line($0, showsCause: true) }
        lines += ["", "After the last: \(reason)."]
        if let changed = SkippedText.list(RangeSet(changed.map { $0..<$0 + 1 })) {
            lines.append("Actions made smaller: \(changed).")
        }
        let effects = steps.filter { $0.from == "effect" }.map(\.seq)
        if keepsEffects, let kept = SkippedText.list(RangeSet(effects.map { $0..<$0 + 1 })) {
            lines.append("Kept as an effect sent it: \(kept). --effect-payloads makes these smaller, too.")
        }
        if let list = SkippedText.list(RangeSet(unanswered.map { $0..<$0 + 1 })) {
            lines.append("Left without an answer: \(list). The app can do this only if answers come later, or never.")
        }
        lines += ending.lines(count: steps.count)
        lines.append("Found with \(Layout.count(probes, "run")), and run again.")
        if let output { lines.append("Saved in \(output)") }
        return lines.joined(separator: "\n")
    }

    static let fields: Fields<Self> = """
        steps\({ $0.steps.count }): count // The number of steps that are left.
        of\({ $0.count }): count // The number of steps at first.
        kept\({ $0.steps.map(\.seq) }): numbers // The recorded numbers of the steps that are left.
        changed\({ $0.changed }): numbers // Those whose actions were made smaller.
        probes\({ $0.probes }): count // The number of runs that were tried.
        ended\({ $0.ending.name }): "minimal" | "undecided" | "budget" | "interrupted" // Why the search ended: each step is needed; some could not be judged; the time was up; an interrupt.
        minimal\({ $0.ending.isMinimal }): flag // Whether each step is known to be needed.
        undecided?\({ $0.ending.undecided }): numbers // Steps of which it is unknown whether they are needed.
        unanswered?\({ $0.unanswered }): numbers // Steps that were answered before the last of these, and here are not: the app can do the run only if answers come later, or never.
        context?\({ $0.ending.context }): numbers // Steps that are kept so that the app can do the run: it also fails without one of them.
        output?\({ $0.output }): text // The path of the timeline that was written.
        """
}
