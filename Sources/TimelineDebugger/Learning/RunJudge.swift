internal import TimelineKit
internal import TimelineReplay

/// Labels a run while it is reduced, by what recordings show.
struct RunJudge {
    private struct Work {
        let type: Int
        let action, before: ValueFacts
        var after: ValueFacts?
        var ending: Int?
        var came: Set<Int> = []
    }

    private let learned: LearnedConditions
    /// The program says which actions the app offers.
    private let isChecked: Bool
    private let types: [String: Int]
    private var reader = StateShapeReader()
    /// By the numbers of the steps.
    private var work: [Int: Work] = [:]
    /// Of these, what may end and has not.
    private var open: [Int] = []
    private var last: Int?
    private var said = SaidTexts()
    private var index = -1
    private(set) var label = RunLabel()

    init(_ learned: LearnedConditions, isChecked: Bool) {
        (self.learned, self.isChecked) = (learned, isChecked)
        types = Dictionary(learned.types.enumerated().map { ($1, $0) }) { one, _ in one }
    }

    /// A step, with the state before it.
    mutating func add(_ step: Step, _ state: some Encodable) {
        index += 1
        guard case .action(let text) = step.change, let type = types[text.actionType],
            let before = try? JSONCoding.encode(state)
        else { return }
        let state = reader.facts(of: before)
        let action = reader.facts(of: text)
        if let last { work[last]?.after = state }
        last = step.seq
        if let cause = step.cause, let one = work[cause] {
            let after = one.after ?? state
            let isFirst = work[cause]?.came.insert(type).inserted == true
            let fits =
                learned.hasResults(one.type, before: one.before, after: after)
                && learned.fits(type, action, isFirst: isFirst, one.type, one.action, before: one.before, after: after)
            if !fits || one.ending.map({ learned.causes[one.type]?.cancels.contains($0) == true }) == true {
                label.isPossible = false
            }
            if let ending = one.ending { note(.late(result: type, cause: one.type, after: ending)) }
            learned.unseen(type, action, in: state, isSaid: said.contains).forEach { note($0) }
        } else if learned.limits(step.from, isChecked: isChecked) {
            learned.unseen(type, action, in: state, isSaid: said.contains).forEach { note($0) }
        }
        said.add(type, action, in: state)
        open.removeAll { seq in
            guard let cause = work[seq]?.type, learned.causes[cause]?.endings.contains(type) == true else {
                return false
            }
            work[seq]?.ending = type
            return true
        }
        if let causes = learned.causes[type] {
            work[step.seq] = Work(type: type, action: action, before: state)
            if !causes.endings.isEmpty { open.append(step.seq) }
        }
    }

    private mutating func note(_ condition: RunCondition) {
        label.conditions.append(.init(step: index, condition: condition))
    }
}
