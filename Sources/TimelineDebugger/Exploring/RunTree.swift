internal import TimelineKit

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
        let pending: [Int]
        let broken: [Int]
        let isSynthetic: Bool
        let shape: StateShape
    }

    private let corpus: Corpus<P>
    private var entries: [Entry] = []

    init(_ corpus: Corpus<P>) { self.corpus = corpus }

    var count: Int { entries.count }
    subscript(entry: Int) -> Entry { entries[entry] }

    mutating func append(_ entry: Entry) { entries.append(entry) }

    /// The recorded step that follows another.
    func cursor(after step: Int) -> Int? {
        let end = corpus.recordings[corpus.steps[step].recording].steps.upperBound
        return step + 1 < end ? step + 1 : nil
    }

    func occurs(_ step: Int, in done: [PlannedStep], _ start: Int) -> Bool {
        if done.contains(where: { $0.step == step }) { return true }
        return chain(to: start).contains { entries[$0].steps.contains { $0.step == step } }
    }

    /// From an entry back to the start of its recording.
    private func chain(to entry: Int) -> UnfoldFirstSequence<Int> {
        sequence(first: entry) { entries[$0].parent }
    }

    /// The types occur in this order.
    func contains(_ types: ArraySlice<Int>, _ done: ArraySlice<PlannedStep>, _ start: Int) -> Bool {
        var rest = types
        for step in done.reversed() where corpus.stepTypes[step.step] == rest.last { rest.removeLast() }
        for entry in chain(to: start) {
            if rest.isEmpty { return true }
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
        var places: [Int: [Int]] = [:]
        let items = steps.enumerated().map { index, planned in
            let earlier = places[planned.step, default: []].count
            places[planned.step, default: []].append(index)
            // The first result is that of the first cause.
            let causes = (corpus.causes[planned.step].flatMap { places[$0] } ?? []).filter { steps[$0].change == nil }
            let cause = causes.isEmpty ? nil : causes[min(earlier, causes.count - 1)]
            return ExploredRun.Item(step: planned.step, action: planned.change?.text, cause: cause, isCopy: earlier > 0)
        }
        return ExploredRun(recording: entries[start].recording, items: items)
    }
}
