internal import TimelineKit

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
