internal import TimelineDebugger
internal import TimelineKit

struct MinimizeEnding {
    let minimality: Minimizer.Minimality
    /// Steps without which it fails, too, in runs that the app may not be able to do.
    let context: [Int]
    /// In seconds; nil if control-C ended the search.
    let budget: Int?

    var undecided: [Int] { if case .tried(let undecided, _) = minimality { undecided } else { [] } }
    var isMinimal: Bool { if case .tried([], _) = minimality { true } else { false } }
    var isComplete: Bool { minimality == .tried(undecided: [], triedEachAction: true) }
    var contextList: String? { SkippedText.list(context) }

    var name: String {
        if case .tried(let undecided, true) = minimality { return undecided.isEmpty ? "minimal" : "undecided" }
        return budget == nil ? "interrupted" : "budget"
    }

    func lines(count: Int) -> [String] {
        let ended = budget.map { "The budget of \(Layout.count($0, "second")) ended" }
        guard case .tried(let undecided, let triedEachAction) = minimality else {
            return [
                ended.map { "\($0) first: fewer steps may be enough. See --seconds." }
                    ?? "Interrupted: this is the best so far, and fewer steps may be enough."
            ]
        }
        var lines: [String] = []
        if let list = SkippedText.list(undecided) {
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
            let advice = ended == nil ? "" : " See --seconds."
            lines.append("\(ended ?? "Interrupted") before each action was as small as it can be.\(advice)")
        }
        return lines
    }
}
