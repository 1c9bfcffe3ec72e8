internal import TimelineDebugger

struct MinimizeEnding {
    enum Stop {
        case budget(Int)
        case interrupted
    }

    let minimality: Minimizer.Minimality
    /// Steps without which it fails, too, in runs that the app may not be able to do.
    let context: [Int]
    let stop: Stop

    var undecided: [Int] {
        if case .tried(let undecided, _) = minimality { undecided } else { [] }
    }

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
