internal import TimelineDebugger
internal import TimelineJSON
internal import TimelineQuerying

/// Asks a person whether a state is good, as `git bisect` does: shows what the step did, and takes the answer. Questions go
/// to standard error, answers come from standard input, and both must be terminals.
enum BisectPrompt {
    /// The person gave up.
    struct Quit: Error {}

    /// A step may change thousands of values, and a question must fit on a screen.
    private static let changeLimit = 12

    /// - Parameter isFull: Whether to show every change, and values whole.
    static func reply(to question: Bisection.Question, isFull: Bool) throws(Quit) -> Bisection.Question.Reply {
        StandardOutput.flush()
        StandardError.write("")
        StandardError.write(
            "This is the state after step \(question.seq) (\(Layout.count(question.remaining, "question")) left, or so):"
        )
        show(question, isFull: isFull)
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
            case "q", "quit", nil: throw Quit()
            default: StandardError.write("Answer with g, b, s, u, w or q.")
            }
        }
    }

    /// What the step did: its action, and what it changed.
    private static func show(_ question: Bisection.Question, isFull: Bool) {
        if let step = question.step { StandardError.write(StepText.line(step)) }
        guard let before = question.before else {
            let why =
                question.step == nil
                ? "No step on file led to this state" : "The state before this step cannot be known"
            return StandardError.write("    \(why): w shows the whole state.")
        }
        let patch = JSONPatch.difference(from: before, to: question.state, legible: true)
        let lines = DifferenceText.lines(patch, from: before, width: isFull ? .max : StandardOutput.columns)
        let shown = isFull ? lines.count : min(lines.count, changeLimit)
        for line in lines.prefix(shown) { StandardError.write("    \(line)") }
        if lines.isEmpty { StandardError.write("    It changed nothing.") }
        if shown < lines.count {
            StandardError.write("    and \(Layout.count(lines.count - shown, "more change")): --full shows all")
        }
    }
}
