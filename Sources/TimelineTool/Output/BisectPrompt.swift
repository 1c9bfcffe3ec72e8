internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

/// Questions go to standard error, answers come from standard input: both must be terminals.
enum BisectPrompt {
    static func reply(
        to question: Bisection.Question, showing paths: [StatePath], isFull: Bool
    ) throws -> Bisection.Question.Reply {
        StandardOutput.flush()
        StandardError.write("")
        StandardError.write(
            "The state after step \(question.seq) (about \(Layout.count(question.remaining, "question")) left):")
        show(question, isFull: isFull)
        for line in try paths.flatMap({ try Layout.values(at: $0, in: question.state) }) {
            StandardError.write("    \(line.replacing("\n", with: "\n    "))")
        }
        while true {
            StandardError.ask("Is this state [g]ood or [b]ad? [s]kip, [u]ndo, show [w]hole state, [q]uit:")
            switch readLine()?.lowercased() {
            case "g", "good": return .verdict(.good)
            case "b", "bad": return .verdict(.bad)
            case "s", "skip": return .verdict(.cannotTell)
            case "u", "undo":
                if question.canUndo { return .undo }
                StandardError.write("There is no answer to undo.")
            case "w", "whole": StandardError.write(Layout.visibleJSON(question.state.prettyText))
            case "q", "quit", nil: throw ToolError(.cannotTell, "the search was aborted")
            default: StandardError.write("Answer with g, b, s, u, w or q.")
            }
        }
    }

    private static func show(_ question: Bisection.Question, isFull: Bool) {
        if let step = question.step { StandardError.write(StepText.line(step)) }
        guard let before = question.before else {
            let why =
                question.isFirst
                ? "The timeline begins with this state"
                : question.step == nil
                    ? "The step before this state is not in the file" : "The state before this step is not known"
            return StandardError.write("    \(why); w shows the whole state.")
        }
        let difference = JSONDifference(from: before, to: question.state)
        let lines = DifferenceText.lines(
            difference, indent: 4, width: isFull ? .max : StandardOutput.columns, limit: isFull ? .max : 12)
        (lines.isEmpty ? ["    It changed nothing."] : lines).forEach { StandardError.write($0) }
    }
}
