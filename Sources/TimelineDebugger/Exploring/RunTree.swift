internal import TimelineKit

struct PendingResult: Sendable {
    let step: Int
    /// The number of the step of this run that caused it.
    let cause: Int
    /// The type of the result of that step that came last; -1 for none.
    var last = -1
    /// The type of an action that came since, and has always ended such work.
    var ending: Int?
}

/// The runs that a search kept. Each continues another, back to the first state of a recording.
struct RunTree<P: Program> {
    struct Entry {
        let parent: Int?
        let recording: Int
        /// Since the parent.
        let steps: ArraySlice<PlannedStep>
        let state: P.State
        let depth: Int
        /// The number of steps since the last recorded start of a run.
        let changes: Int
        /// The recorded step that follows.
        let cursor: Int?
        let pending: [PendingResult]
        let broken: [Int]
        /// Of each rule.
        let requests: [[StateRequest]]
        let isSynthetic: Bool
        let conditions: [RunCondition]
        let shape: StateShape
        /// The bytes of the encoded state.
        let size: Int
        /// All steps are those of the recording, from its first on.
        let isAsRecorded: Bool
    }

    private let corpus: Corpus<P>
    private var entries: [Entry] = []

    init(_ corpus: Corpus<P>) { self.corpus = corpus }

    var count: Int { entries.count }
    subscript(entry: Int) -> Entry { entries[entry] }

    mutating func append(_ entry: Entry) { entries.append(entry) }

    func contains(_ done: [PlannedStep], _ start: Int, where isIt: (PlannedStep) -> Bool) -> Bool {
        if done.contains(where: isIt) { return true }
        return chain(to: start).contains { entries[$0].steps.contains(where: isIt) }
    }

    /// From an entry back to the start of its recording.
    private func chain(to entry: Int) -> UnfoldFirstSequence<Int> { sequence(first: entry) { entries[$0].parent } }

    /// The types occur in this order.
    func contains(_ types: ArraySlice<Int>, _ done: ArraySlice<PlannedStep>, _ start: Int) -> Bool {
        var rest = types
        for step in done.reversed() where corpus.stepTypes[step.step] == rest.last { rest.removeLast() }
        for entry in chain(to: start) where !rest.isEmpty {
            for step in entries[entry].steps.reversed() where corpus.stepTypes[step.step] == rest.last {
                rest.removeLast()
            }
        }
        return rest.isEmpty
    }

    /// A run from the first state of its recording.
    func run(to done: ArraySlice<PlannedStep>, _ start: Int) -> ExploredRun {
        var steps: [PlannedStep] = []
        for entry in chain(to: start).reversed() { steps += entries[entry].steps }
        steps += done
        return ExploredRun(
            recording: entries[start].recording,
            steps.map { .init(step: $0.step, action: $0.change?.text, cause: $0.cause) })
    }

    func note(_ number: Int, from start: Int, in run: CurrentRun) {
        var later: [Int] = []
        var entry = start
        while !entries[entry].isAsRecorded, let parent = entries[entry].parent {
            later.append(entry)
            entry = parent
        }
        run.begin(number, recording: entries[entry].recording, asRecorded: entries[entry].depth)
        for entry in later.reversed() { for step in entries[entry].steps { run.append(step, isAsRecorded: false) } }
    }
}
