internal import TimelineJSON
internal import TimelineJournal
package import TimelineKit
internal import TimelineSystem

/// Searches for runs that break rules, one run after another, in this process: a trap ends it.
///
/// Run *n* is made from the kept runs, the seed and *n* alone, so a search that ended can continue in another process with the kept
/// runs that it reported. A run is kept where its last step was new: its type, the paths that it changed, and the abstract state.
package final class Explorer<P: Program> {
    private typealias Entry = RunTree<P>.Entry

    private static var entryLimit: Int { 1 << 16 }
    private static var byteLimit: Int { 1 << 29 }
    private static var changeLimit: Int { 400 }
    private static var pendingLimit: Int { 256 }
    /// Encoded on average for each step, so that large states do not slow the search down: only some of them are looked at.
    private static var bytesPerStep: Int { 512 }
    private static var newest: Int { 32 }
    private static var findingLimit: Int { 8 }
    /// Runs without a step: then every action is known to trap.
    private static var idleLimit: Int { 10_000 }

    private let corpus: Corpus<P>
    private let planner: RunPlanner<P>
    private let rules: ExploreRules<P.State>
    private let options: ExploreOptions

    private var tree: RunTree<P>
    private var seen: Set<UInt64> = []
    private var abstractions: Set<UInt64> = []
    private var reader = StateShapeReader()
    private var encoded = 0
    private var keptBytes = 0
    private var known: [ExploreRule: [(key: ExploreKey, types: [Int])]] = [:]
    private var traps: [[Int]] = []
    private var reached: [Bool]
    private var current = ExploreStats()
    private let process = CurrentProcess.identity
    /// Called before each reducer.
    package var onReducing: () -> Void = {}

    package init(_ corpus: Corpus<P>, _ rules: ExploreRules<P.State>, _ options: ExploreOptions) throws {
        (self.corpus, self.rules, self.options) = (corpus, rules, options)
        planner = RunPlanner(corpus)
        tree = RunTree(corpus)
        reached = corpus.types.map { _ in false }
        for (number, recording) in corpus.recordings.enumerated() {
            let shape = try shape(of: recording.first).shape
            let broken = try rules.broken(in: recording.first)
            tree.append(
                Entry(
                    parent: nil, recording: number, steps: [], state: recording.first, depth: 0, changes: 0,
                    cursor: recording.steps.first, pending: [], broken: broken, isSynthetic: false, shape: shape))
        }
    }

    private func shape(of state: P.State) throws -> (shape: StateShape, count: Int) {
        var result = (shape: StateShape(), count: 0)
        try JSONCoding.withText(of: state, userInfo: [:]) {
            result = (reader.shape(of: $0), $0.count)
        }
        encoded += result.count
        return result
    }

    package var stats: ExploreStats {
        var stats = current
        stats.states = abstractions.count
        stats.types = reached.indices.filter { reached[$0] }
        return stats
    }

    // MARK: - The search

    /// - Parameters:
    ///   - noteStep: Called with the number of a run and of a step in it before it is reduced, and with nil after the last.
    ///   - report: Gets what is kept and found. Returns the key of a finding's shortest run; nil if it was not bad when it was run again.
    package func explore(
        isOver: () -> Bool, noteStep: (_ run: Int, _ step: Int?) -> Void, report: (ExploreEvent) throws -> ExploreKey?
    ) throws {
        var idle = 0
        // While the reader learns, a process that ends must have told all that it knew.
        while idle < Self.idleLimit, current.steps < options.steps ?? .max,
            current.runs & 15 != 0 && current.runs > corpus.recordings.count || !isOver()
        {
            let (number, before) = (current.runs, current.steps)
            let (entry, plan) = plan(ofRun: number)
            let kept = try run(plan, from: entry, number, noteStep, report)
            current.runs += 1
            idle = current.steps == before ? idle + 1 : 0
            if current.runs == corpus.recordings.count { current.enumerations = reader.finishLearning() }
            for one in plan.operators { current.operators[one.rawValue, default: 0] += 1 }
            for kept in kept { _ = try report(.kept(kept)) }
        }
    }

    private func plan(ofRun number: Int) -> (entry: Int, plan: RunPlan) {
        var numbers = SearchNumbers(seed: options.seed, lane: options.lane, run: number)
        if number < corpus.recordings.count {
            return (number, RunPlan(steps: corpus.recordings[number].steps.map { PlannedStep($0) }))
        }
        let (count, starts) = (tree.count, corpus.recordings.count)
        // What takes few steps from a start would be seldom tried once many runs are kept.
        let entry =
            switch numbers.next(below: 8) {
            case 0: numbers.next(below: starts)
            case 1...4: numbers.next(below: count)
            default: count - 1 - numbers.next(below: min(count, Self.newest))
            }
        return (entry, planner.plan(from: tree[entry].cursor, pending: tree[entry].pending, &numbers))
    }

    private func run(
        _ plan: RunPlan, from start: Int, _ number: Int, _ noteStep: (_ run: Int, _ step: Int?) -> Void,
        _ report: (ExploreEvent) throws -> ExploreKey?
    ) throws -> [KeptRun] {
        defer { noteStep(number, nil) }
        let entry = tree[start]
        let isChecked = number < 8 || number & 7 == 0 && encoded <= Self.bytesPerStep * current.steps + (1 << 16)
        let unchanged = isChecked ? KeptState(entry.state) : nil
        var state = entry.state
        var shape = entry.shape
        var broken = entry.broken
        var pending = entry.pending
        var isSynthetic = entry.isSynthetic
        var done: [PlannedStep] = []
        done.reserveCapacity(plan.steps.count)
        var kept: [KeptRun] = []
        var (parent, keptCount) = (start, 0)

        for planned in plan.steps {
            let type = corpus.stepTypes[planned.step]
            guard let isPossible = begin(planned, in: state, plan, done, start, &pending) else { continue }
            if !isPossible { isSynthetic = true }
            noteStep(number, done.count)
            reduce(planned, &state, done, start)
            done.append(planned)
            let seq = entry.depth + done.count
            reached[type] = true
            current.steps += 1

            for index in rules.rules.indices where !broken.contains(index) {
                guard try rules.rules[index].predicate.verdict(on: state) == .bad else { continue }
                broken.append(index)
                try found(rules.rules[index].rule, done, start, isSynthetic, report)
            }
            if encoded > Self.bytesPerStep * current.steps + (1 << 16) { continue }
            let now: (shape: StateShape, count: Int)
            do { now = try self.shape(of: state) } catch {
                // Not again in this run.
                if rules.isAll, !broken.contains(ExploreRules<P.State>.coding) {
                    try found(.coding, done, start, isSynthetic, report)
                }
                broken.append(ExploreRules<P.State>.coding)
                continue
            }
            let changed = now.shape.changedPaths(since: shape)
            shape = now.shape
            if changed.isEmpty { continue }
            var hash = StateShapeReader.mix(shape.abstraction ^ UInt64(type))
            for path in changed { hash = hash &+ StateShapeReader.mix(path ^ UInt64(type)) }
            guard entry.changes + done.count <= Self.changeLimit || number < corpus.recordings.count,
                tree.count < Self.entryLimit, keptBytes < Self.byteLimit, seen.insert(hash).inserted
            else { continue }
            abstractions.insert(shape.abstraction)
            keptBytes += now.count
            let steps = done[keptCount...]
            tree.append(
                Entry(
                    parent: parent, recording: entry.recording, steps: steps, state: state, depth: seq,
                    changes: number < corpus.recordings.count ? 0 : entry.changes + done.count,
                    cursor: tree.cursor(after: planned.step), pending: pending, broken: broken,
                    isSynthetic: isSynthetic, shape: shape))
            kept.append(
                KeptRun(parent: parent, items: steps.map(\.wire), hash: hash, broken: broken, isSynthetic: isSynthetic))
            (parent, keptCount) = (tree.count - 1, done.count)
            if rules.isAll, CodingPredicate<P.State>().verdict(on: state) == .bad {
                try found(.coding, done, start, isSynthetic, report)
            }
        }
        try unchanged?.requireUnchanged()
        if rules.isAll, number & 31 == 0, !done.isEmpty, !isSame(state, after: done, from: start) {
            try found(.notDeterministic, done, start, isSynthetic, report)
        }
        return kept
    }

    /// Whether the app may be able to do it; nil if it is left out. A result comes once after its cause, unless it is repeated.
    private func begin(
        _ planned: PlannedStep, in state: P.State, _ plan: RunPlan, _ done: [PlannedStep], _ start: Int,
        _ pending: inout [Int]
    ) -> Bool? {
        let isResult = corpus.causes[planned.step] != nil
        let index = isResult ? pending.lastIndex(of: planned.step) : nil
        if isResult, index == nil, !planned.isRepeatedResult || !done.contains(where: { $0.step == planned.step }) {
            return nil
        }
        let isPossible = corpus.program.isPossible(action(of: planned), in: state)
        if plan.skipsImpossible, !isPossible { return nil }
        if traps.contains(where: {
            $0.last == corpus.stepTypes[planned.step] && tree.contains($0.dropLast(), done[...], start)
        }) {
            return nil
        }
        if let index, !planned.isRepeatedResult { pending.remove(at: index) }
        // What is asked otherwise than recorded has no recorded answer.
        let results = planned.change == nil ? corpus.results[planned.step] : []
        if !results.isEmpty {
            pending += results
            if pending.count > Self.pendingLimit {
                pending.removeFirst(pending.count - Self.pendingLimit)
            }
        }
        return planned.change?.isRecorded != false && !planned.isRepeatedResult && isPossible
    }

    private func reduce(_ planned: PlannedStep, _ state: inout P.State, _ done: [PlannedStep], _ start: Int) {
        let entry = tree[start]
        let recording = corpus.recordings[entry.recording]
        let seq = entry.depth + done.count + 1
        // An identifier that was generated before must not be generated again.
        let values =
            !corpus.hasValues[planned.step] || tree.occurs(planned.step, in: done, start)
            ? [] : corpus.steps[planned.step].values
        onReducing()
        _ = recording.reducer.reduce(
            &state, action(of: planned), seq: seq, at: ExploredRun.time(ofStep: seq, from: recording.run.first.at),
            values)
        process.endCopy()
    }

    private func action(of planned: PlannedStep) -> P.Action {
        planned.change?.action as? P.Action ?? corpus.steps[planned.step].action
    }

    // MARK: - Findings

    private func found(
        _ rule: ExploreRule, _ done: [PlannedStep], _ start: Int, _ isSynthetic: Bool,
        _ report: (ExploreEvent) throws -> ExploreKey?
    ) throws {
        let keys = known[rule] ?? []
        let isKnown = keys.contains { key in
            (key.key.isPossible || isSynthetic) && key.types.last == done.last.map { corpus.stepTypes[$0.step] }
                && tree.contains(key.types[...], done[...], start)
        }
        if isKnown || keys.count(where: { $0.key.isPossible != isSynthetic }) >= Self.findingLimit { return }
        let run = tree.run(to: done[...], start)
        let failure = ExploreFailure(rule: rule, run: run, isSynthetic: isSynthetic)
        let types = run.items.map { corpus.types[corpus.stepTypes[$0.step]] }
        learn(try report(.found(failure)) ?? ExploreKey(rule: rule, types: types, isPossible: !isSynthetic), for: rule)
    }

    /// Runs that contain a known one are not reported again.
    package func learn(_ key: ExploreKey, for rule: ExploreRule) {
        for types in Set([key.types, key.foundTypes]) {
            let types = types.compactMap { corpus.types.firstIndex(of: $0) }
            known[rule, default: []].append((key, types))
            if case .trap = rule { traps.append(types) }
        }
    }

    private func isSame(_ state: P.State, after done: [PlannedStep], from start: Int) -> Bool {
        var again = tree[start].state
        var before: [PlannedStep] = []
        before.reserveCapacity(done.count)
        for planned in done {
            reduce(planned, &again, before, start)
            before.append(planned)
        }
        return CodingPredicate.areSame(state, again)
    }

    // MARK: - Continuing in another process

    /// Reduces a run again that another process kept.
    package func restore(_ kept: KeptRun) throws {
        let parent = tree[kept.parent]
        var (state, pending) = (parent.state, parent.pending)
        var done: [PlannedStep] = []
        for item in kept.items {
            let planned = try item.planned(corpus)
            _ = begin(planned, in: state, RunPlan(steps: []), done, kept.parent, &pending)
            reduce(planned, &state, done, kept.parent)
            done.append(planned)
        }
        let (shape, count) = try shape(of: state)
        keptBytes += count
        seen.insert(kept.hash)
        abstractions.insert(shape.abstraction)
        let isPlain = parent.changes == 0 && done.allSatisfy { $0.change == nil && !$0.isRepeatedResult }
        tree.append(
            Entry(
                parent: kept.parent, recording: parent.recording, steps: done[...], state: state,
                depth: parent.depth + done.count, changes: isPlain ? 0 : parent.changes + done.count,
                cursor: done.last.flatMap { tree.cursor(after: $0.step) }, pending: pending, broken: kept.broken,
                isSynthetic: kept.isSynthetic, shape: shape))
    }

    /// Continues with the run after one that ended its process.
    package func skip(run number: Int, _ stats: ExploreStats) {
        current = stats
        // Nothing was kept since the last message.
        for number in min(stats.runs, number + 1)..<(number + 1) {
            for one in plan(ofRun: number).plan.operators { current.operators[one.rawValue, default: 0] += 1 }
        }
        current.runs = number + 1
        for type in stats.types { reached[type] = true }
        if let enumerations = stats.enumerations {
            reader.finishLearning(enumerations)
        } else if current.runs >= corpus.recordings.count {
            current.enumerations = reader.finishLearning()
        }
    }

    /// The beginning of a run, up to a step that is not reduced.
    package func run(_ number: Int, upTo last: Int) -> ExploredRun {
        let (start, plan) = plan(ofRun: number)
        var (state, pending) = (tree[start].state, tree[start].pending)
        var done: [PlannedStep] = []
        for planned in plan.steps where done.count <= last {
            if begin(planned, in: state, plan, done, start, &pending) == nil { continue }
            if done.count < last { reduce(planned, &state, done, start) }
            done.append(planned)
        }
        return tree.run(to: done[...], start)
    }
}

extension PlannedStep {
    fileprivate var wire: KeptRun.Item {
        KeptRun.Item(step: step, action: change?.text, isRepeatedResult: isRepeatedResult ? true : nil)
    }
}

extension KeptRun.Item {
    fileprivate func planned<P: Program>(_ corpus: Corpus<P>) throws -> PlannedStep {
        var planned = PlannedStep(step)
        planned.isRepeatedResult = isRepeatedResult ?? false
        planned.change = try action.map { try ActionChange($0, in: corpus) }
        return planned
    }
}
