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

struct MinimizeText {
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

    var json: JSON {
        .members([
            "steps": .int(steps.count), "of": .int(count), "kept": .array(steps.map { .int($0.seq) }),
            "changed": .array(changed.map { .int($0) }), "probes": .int(probes), "ended": .string(ending.name),
            "minimal": .bool(ending.isMinimal),
            "undecided": ending.undecided.isEmpty ? nil : .array(ending.undecided.map { .int($0) }),
            "unanswered": unanswered.isEmpty ? nil : .array(unanswered.map { .int($0) }),
            "context": ending.context.isEmpty ? nil : .array(ending.context.map { .int($0) }),
            "output": output.map { .string($0) },
        ])
    }
}
