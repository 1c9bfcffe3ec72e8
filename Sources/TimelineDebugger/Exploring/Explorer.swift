package import TimelineKit
internal import TimelineReplay

/// Searches for runs that break rules, one run after another, in this process: a trap ends it.
///
/// Run *n* is made from the kept runs, the seed and *n* alone. A run is kept where its last step was new: its type, the paths that it
/// changed, and the abstract state. After a trap, a search in another process begins with the recordings again, and with the next number.
package final class Explorer<P: Program> {
    private typealias Entry = RunTree<P>.Entry

    private static var entryLimit: Int { 1 << 16 }
    private static var byteLimit: Int { 1 << 29 }
    private static var changeLimit: Int { 400 }
    /// Encoded on average for each step, so that large states do not slow the search down: only some of them are looked at.
    private static var bytesPerStep: Int { 512 }
    private static var newest: Int { 32 }
    /// Larger states are not looked at after each step.
    private static var lookedAtLimit: Int { 4096 }
    private static var learnedSteps: Int { 50_000 }
    private static var learnedBytes: Int { 1 << 26 }
    private static var findingLimit: Int { 8 }
    /// Runs without a step: then every action is known to trap.
    private static var idleLimit: Int { 10_000 }

    let corpus: Corpus<P>
    private let planner: RunPlanner<P>
    private let rules: ExploreRules<P.State>
    private let options: ExploreOptions

    var tree: RunTree<P>
    private var seen: Set<UInt64> = []
    private var abstractions: Set<UInt64> = []
    var reader = StateShapeReader()
    private var encoded = 0
    private var keptBytes = 0
    /// What recordings show; a shorter run that the app can do is known once all were reduced.
    private var recorded: [(rule: Rule, run: Run)] = []
    private var known: [Rule: [(key: ExploreKey, types: [Int])]] = [:]
    /// The types of runs that trap, and how many of their circumstances no recording has.
    var traps: [(types: [Int], rank: Int)] = []
    /// Recorded steps that trap where all is as recorded.
    private let trapped: Set<Int>
    private var reached: [Bool]
    private var current = ExploreStats()
    private var learner: ConditionLearner
    /// A result, and what it has from the states of its cause.
    struct Need {
        let relation: LearnedConditions.Relation
        let values: ValueFacts
    }
    var needs: [Int: [Need]] = [:]
    /// Once all recordings were reduced.
    package private(set) var learned: LearnedConditions?
    let process = ProcessIdentity()
    let noted: CurrentRun?
    /// Of earlier processes of this search.
    private let earlier: ExploreStats

    /// - Parameters:
    ///   - keys: Of what is known: runs that contain it are not reported again, and do not trap again.
    ///   - noted: Where each run is noted before it is reduced.
    package init(
        _ corpus: Corpus<P>, _ rules: ExploreRules<P.State>, _ options: ExploreOptions,
        after earlier: ExploreStats = ExploreStats(), knowing keys: [ExploreKey] = [],
        trapped: Set<Int> = [], _ learned: LearnedConditions? = nil, noted: CurrentRun? = nil
    ) throws {
        self.trapped = trapped
        (self.corpus, self.rules, self.options) = (corpus, rules, options)
        (self.earlier, self.learned, self.noted) = (earlier, learned, noted)
        planner = RunPlanner(corpus)
        learner = ConditionLearner(types: corpus.types)
        reader.names = learned == nil ? [:] : nil
        tree = RunTree(corpus)
        reached = corpus.types.indices.map(earlier.types.contains)
        current.operators = earlier.operators
        for key in keys { learn(key) }
        for (number, recording) in corpus.recordings.enumerated() {
            let (shape, _, size) = try shape(of: recording.first)
            let broken = try rules.broken(in: recording.first)
            tree.append(
                Entry(
                    parent: nil, recording: number, steps: [], state: recording.first, depth: 0, changes: 0,
                    cursor: recording.steps.first, pending: [], broken: broken, requests: rules.rules.map { _ in [] },
                    isSynthetic: false, conditions: [], shape: shape, size: size, isAsRecorded: true))
        }
    }

    private func shape(of state: P.State) throws -> (shape: StateShape, facts: ValueFacts, count: Int) {
        var result = (shape: StateShape(), facts: ValueFacts(), count: 0)
        try JSONCoding.withText(of: state) {
            result = (reader.shape(of: $0), reader.facts, $0.count)
        }
        encoded += result.count
        return result
    }

    package var stats: ExploreStats {
        var stats = current
        stats.steps = max(current.steps, earlier.steps)
        stats.runs = max(current.runs, earlier.runs)
        stats.states = max(abstractions.count, earlier.states)
        stats.types = reached.indices.filter { reached[$0] }
        return stats
    }

    // MARK: - The search

    /// - Parameter report: Returns the key of a finding's shortest run; nil if it was not bad when it was run again.
    package func explore(isOver: () throws -> Bool, report: (ExploreFailure) throws -> ExploreKey?) throws {
        var idle = 0
        while idle < Self.idleLimit, current.steps < options.steps ?? .max,
            try current.runs & 15 != 0 && current.runs > corpus.recordings.count || !isOver()
        {
            let (number, before) = (current.runs, current.steps)
            let (entry, plan) = plan(ofRun: number)
            try run(plan, from: entry, number, report)
            current.runs += 1
            idle = current.steps == before ? idle + 1 : 0
            if learned == nil, number < corpus.recordings.count { try learn(from: number) }
            if current.runs == corpus.recordings.count { try finishLearning(report) }
            for one in plan.operators { current.operators[one.rawValue, default: 0] += 1 }
            noted?.progress.note(nil)
        }
        if current.runs < corpus.recordings.count { try finishLearning(report) }
    }

    private func plan(ofRun number: Int) -> (entry: Int, plan: RunPlan) {
        var numbers = SearchNumbers(seed: options.seed, lane: options.lane, run: number)
        if number < corpus.recordings.count {
            let steps = corpus.recordings[number].steps.prefix { !trapped.contains($0) }
            return (number, RunPlan(steps: steps.map { PlannedStep($0) }))
        }
        let (count, starts) = (tree.count, corpus.recordings.count)
        // What takes few steps from a start would be seldom tried once many runs are kept.
        let entry =
            switch numbers.next(below: 8) {
            case 0: numbers.next(below: starts)
            case 1...4: numbers.next(below: count)
            default: count - 1 - numbers.next(below: min(count, Self.newest))
            }
        return (entry, planner.plan(from: tree[entry].cursor, pending: tree[entry].pending.map(\.step), &numbers))
    }

    /// A run that goes on.
    struct Run {
        let start: Int
        let number: Int
        var state: P.State
        /// Of the state; nil where it is too large to be looked at after each step.
        var facts: ValueFacts?
        var pending: [PendingResult]
        var conditions: [RunCondition]
        var isSynthetic: Bool
        var done: [PlannedStep] = []
    }

    private func begin(_ number: Int, _ plan: RunPlan, from start: Int) -> Run {
        let entry = tree[start]
        var run = Run(
            start: start, number: number, state: entry.state, pending: entry.pending, conditions: entry.conditions,
            isSynthetic: entry.isSynthetic)
        run.done.reserveCapacity(plan.steps.count)
        if learned != nil, number >= corpus.recordings.count, entry.size <= Self.lookedAtLimit {
            run.facts = try? shape(of: run.state).facts
        }
        return run
    }

    private func run(
        _ plan: RunPlan, from start: Int, _ number: Int, _ report: (ExploreFailure) throws -> ExploreKey?
    ) throws {
        let entry = tree[start]
        if let noted { tree.note(number, from: start, in: noted) }
        let isChecked = number < 8 || number & 7 == 0 && encoded <= Self.bytesPerStep * current.steps + (1 << 16)
        let unchanged = isChecked ? KeptState(entry.state) : nil
        var run = begin(number, plan, from: start)
        for (rule, requests) in zip(rules.rules, entry.requests) { rule.predicate.requests = requests }
        var shape = entry.shape
        var broken = entry.broken
        var (parent, keptCount) = (start, 0)
        var isAsRecorded = number < corpus.recordings.count

        for planned in plan.steps {
            guard let planned = begin(planned, plan, &run) else { continue }
            let type = corpus.stepTypes[planned.step]
            isAsRecorded = isAsRecorded && planned.step == plan.steps[run.done.count].step
            noted?.append(planned, isAsRecorded: isAsRecorded, after: current.steps)
            let before = rules.readChanges ? run.state : nil
            reduce(planned, &run.state, run.done, start)
            run.done.append(planned)
            let seq = entry.depth + run.done.count
            let change = before.map { StateChange(before: $0, action: action(of: planned), seq: seq, at: .zero) }
            reached[type] = true
            current.steps += 1

            for index in rules.rules.indices where !broken.contains(index) {
                guard try rules.rules[index].predicate.verdict(on: run.state, from: change) == .bad else { continue }
                let isResponse = rules.rules[index].predicate is ResponsePredicate<P.State>
                if isResponse, !tree.run(to: run.done[...], start).hasAnswered(corpus) { continue }
                broken.append(index)
                try found(rules.rules[index].rule, run, report)
            }
            if run.facts == nil, encoded > Self.bytesPerStep * current.steps + (1 << 16) {
                end(planned, &run, nil)
                continue
            }
            let now: (shape: StateShape, facts: ValueFacts, count: Int)
            do { now = try self.shape(of: run.state) } catch {
                // Not again in this run.
                if rules.isAll, !broken.contains(ExploreRules<P.State>.coding) { try found(.coding, run, report) }
                broken.append(ExploreRules<P.State>.coding)
                end(planned, &run, nil)
                continue
            }
            end(planned, &run, now.facts)
            let changed = now.shape.changedPaths(since: shape)
            shape = now.shape
            if changed.isEmpty { continue }
            var hash = StateShapeReader.mix(shape.abstraction ^ UInt64(type))
            for path in changed { hash = hash &+ StateShapeReader.mix(path ^ UInt64(type)) }
            guard entry.changes + run.done.count <= Self.changeLimit || number < corpus.recordings.count,
                tree.count < Self.entryLimit, keptBytes < Self.byteLimit, seen.insert(hash).inserted
            else { continue }
            abstractions.insert(shape.abstraction)
            keptBytes += now.count
            let steps = run.done[keptCount...]
            tree.append(
                Entry(
                    parent: parent, recording: entry.recording, steps: steps, state: run.state, depth: seq,
                    changes: number < corpus.recordings.count ? 0 : entry.changes + run.done.count,
                    cursor: corpus.recorded(from: planned.step).dropFirst().first, pending: run.pending, broken: broken,
                    requests: rules.rules.map(\.predicate.requests), isSynthetic: run.isSynthetic,
                    conditions: run.conditions, shape: shape, size: now.count, isAsRecorded: isAsRecorded))
            (parent, keptCount) = (tree.count - 1, run.done.count)
            if rules.isAll, CodingPredicate<P.State>().verdict(on: run.state, from: nil) == .bad {
                try found(.coding, run, report)
            }
        }
        try unchanged?.requireUnchanged()
        if rules.isAll, number & 31 == 0, !run.done.isEmpty, !isSame(run.state, after: run.done, from: start) {
            try found(.notDeterministic, run, report)
        }
    }

    // MARK: - Learning

    /// Reduces a recording once more, up to a step that is known to trap.
    private func learn(from number: Int) throws {
        let recording = corpus.recordings[number]
        let limit = min(max(Self.learnedSteps / corpus.recordings.count, 100), recording.steps.count)
        var state = recording.first
        var before = try shape(of: state).facts
        var done: [PlannedStep] = []
        for step in recording.steps.prefix(limit) where encoded <= Self.learnedBytes {
            let planned = PlannedStep(step)
            if trapped.contains(step) { break }
            reduce(planned, &state, done, number)
            done.append(planned)
            guard let after = try? shape(of: state).facts else { break }
            let type = corpus.stepTypes[step]
            let results = corpus.causeTypes.contains(type) ? corpus.results[step].count : nil
            learner.add(
                step, type, from: corpus.steps[step].from, cause: corpus.causes[step], results: results,
                canceling: corpus.steps[step].canceled, reader.facts(of: corpus.steps[step].text), before: before,
                after: after)
            before = after
        }
        learner.endRecording()
    }

    /// Once all recordings were reduced. From then on, the search goes on where an earlier process ended.
    private func finishLearning(_ report: (ExploreFailure) throws -> ExploreKey?) throws {
        if learned == nil {
            learner.names = reader.names ?? [:]
            learned = learner.learned()
            reader.names = nil
        }
        reader.finishLearning()
        (current.steps, current.runs) = (stats.steps, stats.runs)
        for (rule, run) in recorded { try found(rule, run, report) }
        recorded = []
    }

    // MARK: - Findings

    private func found(_ rule: Rule, _ run: Run, _ report: (ExploreFailure) throws -> ExploreKey?) throws {
        if learned == nil {
            if recorded.count(where: { $0.rule == rule }) < 4 * Self.findingLimit { recorded.append((rule, run)) }
            return
        }
        let keys = known[rule] ?? []
        let (done, start) = (run.done, run.start)
        let rank = run.isSynthetic ? ExploreKey.synthetic : run.conditions.count
        let isKnown = keys.contains { key in
            key.key.rank <= rank && key.types.last == done.last.map { corpus.stepTypes[$0.step] }
                && tree.contains(key.types[...], done[...], start)
        }
        if isKnown
            || keys.count(where: {
                $0.key.rank.signum() == rank.signum() && ($0.key.rank == ExploreKey.synthetic) == run.isSynthetic
            }) >= Self.findingLimit
        {
            return
        }
        let explored = tree.run(to: done[...], start)
        let types = explored.items.map { corpus.types[corpus.stepTypes[$0.step]] }
        let key = try report(ExploreFailure(rule: rule, run: explored))
        learn(key ?? ExploreKey(rule: rule, types: types, rank: rank))
    }

    private func learn(_ key: ExploreKey) {
        for types in Set([key.types, key.foundTypes]) {
            let types = types.compactMap { corpus.types.firstIndex(of: $0) }
            known[key.rule, default: []].append((key, types))
            if case .crash = key.rule { traps.append((types, key.rank)) }
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
}
