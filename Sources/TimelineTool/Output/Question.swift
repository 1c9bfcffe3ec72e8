internal import TimelineDebugger
internal import TimelineJSON
internal import TimelineJournal

/// Asks a person whether a state is good, as `git bisect` does. Questions go to standard error, answers come from
/// standard input, and both must be terminals.
final class Question<State: Encodable>: StatePredicate {
    /// The person gave up.
    struct Quit: Error {}

    private let journal: any ReplayableJournal
    private var seq = 0
    private var remaining = 0
    /// The state that was asked about before.
    private var last: (seq: Int, state: JSON)?

    init(_ journal: any ReplayableJournal) { self.journal = journal }

    /// The next question is about the state after step `seq`.
    func ask(about seq: Int, remaining: Int) {
        self.seq = seq
        self.remaining = remaining
    }

    func verdict(on state: State) throws -> Verdict {
        let state = try JSONCoding.encode(state).value
        StandardOutput.flush()
        StandardError.write("")
        show(state)
        last = (seq, state)
        StandardError.write("This is the state after step \(seq) (\(Layout.count(remaining, "question")) left, or so):")
        if let step = try step() { StandardError.write(StepText.line(step)) }
        while true {
            StandardError.writePart("Is this state good? [y]es, [n]o, [s]kip, show [w]hole state, [q]uit: ")
            switch readLine()?.lowercased() {
            case "y", "yes", "good": return .good
            case "n", "no", "bad": return .bad
            case "s", "skip": return .cannotTell
            case "w", "whole": StandardError.write(Layout.visibleJSON(state.prettyText))
            case "q", "quit", nil: throw Quit()
            default: StandardError.write("Answer with y, n, s, w or q.")
            }
        }
    }

    var isCheap: Bool { false }

    /// The whole state at first, and then what differs from the one before.
    private func show(_ state: JSON) {
        guard let last else { return StandardError.write(Layout.visibleJSON(state.prettyText)) }
        let patch = JSONPatch.difference(from: last.state, to: state, legible: true)
        StandardError.write(
            patch.isEmpty
                ? "The same as the state after step \(last.seq)."
                : "What differs from the state after step \(last.seq):")
        DifferenceText.lines(patch, from: last.state).forEach { StandardError.write("    \($0)") }
    }

    private func step() throws -> Step? {
        var lines = try journal.lines(fromStep: seq)
        while let line = try lines.next() {
            if case .step(let step) = line.content, step.seq >= seq { return step.seq == seq ? step : nil }
        }
        return nil
    }
}
