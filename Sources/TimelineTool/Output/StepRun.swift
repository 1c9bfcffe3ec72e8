internal import TimelineKit
internal import TimelineReplay

/// Consecutive steps of one action's name and one origin, of which `log --fold` shows one line.
struct StepRun {
    /// Fewer steps are not folded, as in the page.
    private static let leastCount = 3

    private let width: Int?
    private var name = ""
    private var first, last: Step?
    private var count = 0
    private var lines: [LocatedLine] = []

    init(width: Int?) { self.width = width }

    /// Returns what is shown of the run before, if the line begins another one.
    mutating func add(_ line: LocatedLine, unreturned: Int?, _ format: (LocatedLine) -> String) -> [String] {
        var (step, name): (Step?, String) = (nil, "")
        if case .step(let found) = line.content, case .action(let text) = found.change, found.seq != unreturned {
            (step, name) = (found, text.actionType)
        }
        let continues = !name.isEmpty && name == self.name && step?.from == first?.from
        let shown = continues ? [] : take(format)
        if lines.isEmpty { (self.name, first) = (name, step) }
        if lines.count < Self.leastCount { lines.append(line) }
        (last, count) = (step, count + 1)
        return shown
    }

    mutating func take(_ format: (LocatedLine) -> String) -> [String] {
        defer { self = StepRun(width: width) }
        guard count >= Self.leastCount, let first, let last else { return lines.map(format) }
        return [StepText.line(first, name, count: count, last: last.seq, width: width)]
    }
}
