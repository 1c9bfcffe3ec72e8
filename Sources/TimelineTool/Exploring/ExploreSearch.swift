internal import Dispatch
internal import TimelineDebugger
internal import TimelineKit

/// A search in several processes, each with other random numbers, so that the same seed and steps give the same answer.
struct ExploreSearch: Sendable {
    private static let comparedLimit = 20

    private struct Output: ~Copyable {
        var findings: [ExploreFinding] = []
        var stats = ExploreStats()
        var notes: [String] = []
        var error: (any Error)?
    }

    /// Those of one bug beside each other, the likeliest first.
    private(set) var findings: [ExploreFinding] = []
    /// The indexes of the findings of each bug.
    private(set) var bugs: [Range<Int>] = []
    private(set) var stats = ExploreStats()
    private(set) var notes: [String] = []
    private(set) var isInterrupted = false

    /// - Parameters:
    ///   - isFirst: The first bug ends the search.
    ///   - rule: Nil for all rules.
    init(
        _ corpus: Corpus<some Program>, _ text: [UInt8], seed: UInt64, seconds: Int?, steps: Int?, lanes laneCount: Int,
        isFirst: Bool, rule: Rule?
    ) throws {
        let end = seconds.map { ContinuousClock.now + .seconds($0) }
        let interruption = Interruption()
        let output = Locked(Output())
        let note = { @Sendable (text: String) in output.withLock { $0.notes.append(text) } }
        let isOver = { @Sendable in interruption.isRequested || end.map { ContinuousClock.now >= $0 } == true }
        if rule == nil {
            // In one process, what depends on the seed of hashes or on globals may look deterministic.
            for recording in 0..<min(corpus.count, Self.comparedLimit) where !isOver() {
                let failure = ExploreFailure(rule: .notDeterministic, run: ExploredRun(recording, of: corpus))
                guard let finding = try Self.finding(failure, corpus, nil, isOver: isOver) else { continue }
                output.withLock { $0.findings.append(finding) }
                break
            }
        }
        let bar = Locked(ProgressBar("Exploring"))
        // Each on a thread of its own: a pool has no more of them than processors.
        let lanes = DispatchGroup()
        let run = { @Sendable (lane: Int) in
            do {
                let worker = ExploreWorker()
                let steps = steps.map { $0 / laneCount + (lane < $0 % laneCount ? 1 : 0) }
                let options = ExploreOptions(seed: seed, lane: lane, steps: steps)
                try worker.explore(
                    corpus, text: text, options, rule, until: end,
                    isStopped: { interruption.isRequested || isFirst && output.withLock { !$0.findings.isEmpty } }
                ) { event in
                    bar.withLock { bar in
                        let count = output.withLock { $0.findings.count }
                        bar.update("\(Layout.count(worker.stats.steps * laneCount, "step")), \(count) found")
                    }
                    switch event {
                    case .progress: return nil
                    case .ended(let run, let how):
                        let types = run.trial(of: corpus).steps.map(\.type)
                        note("A run \(how), and was left out: … \(types.suffix(5).joined(separator: ", ")).")
                        return nil
                    case .found(let failure):
                        if interruption.isRequested { return nil }
                        let finding = try Self.finding(failure, corpus, worker.learned) {
                            interruption.isRequested || end.map { ContinuousClock.now >= $0 + .seconds(10) } == true
                        }
                        guard let finding else {
                            let isLate = interruption.isRequested
                            if !isLate { note("Can't tell: \(failure.rule), but not when that run was run again.") }
                            return nil
                        }
                        output.withLock { $0.findings.append(finding) }
                        return finding.key
                    }
                }
                output.withLock { $0.stats.add(worker.stats) }
                if let stopped = worker.stopped { note("The search ended early: \(stopped).") }
            } catch {
                // Control-C also ends the processes that try runs.
                if !interruption.isRequested { output.withLock { $0.error = $0.error ?? error } }
            }
        }
        for lane in 0..<laneCount { DispatchQueue(label: "timeline.explore").async(group: lanes) { run(lane) } }
        lanes.wait()
        bar.withLock { $0.finish() }
        isInterrupted = interruption.isRequested
        interruption.end()
        try output.withLock { output in
            if let error = output.error { throw error }
            for bug in Self.joined(Self.distinct(output.findings)) {
                bugs.append(findings.count..<(findings.count + bug.count))
                findings += bug
            }
            notes = Set(output.notes).sorted()
            stats = output.stats
        }
    }

    /// What all recordings show; nil if reducing them ended too often.
    static func learned(_ corpus: Corpus<some Program>, _ text: [UInt8], seed: UInt64) throws -> LearnedConditions? {
        let worker = ExploreWorker()
        try worker.explore(
            corpus, text: text, ExploreOptions(seed: seed, steps: nil), nil, until: nil,
            isStopped: { worker.learned != nil }
        ) { _ in nil }
        return worker.learned
    }

    private static func finding(
        _ failure: ExploreFailure, _ corpus: Corpus<some Program>, _ learned: LearnedConditions?,
        isOver: @escaping () -> Bool
    ) throws -> ExploreFinding? {
        try ExploreFinding(failure, corpus, isOver: isOver) { run in
            let trials = ProcessTrials(failure.rule, run, learned)
            trials.seconds = ExploreWorker.secondLimit
            // Where a recording traps, the others may not have been reduced.
            if case .crash = failure.rule, learned == nil { _ = try trials.outcome(.learn, run.steps) }
            return trials
        }
    }

    /// Possible ones first. One whose actions contain those of another, for the same rule, tells nothing new.
    private static func distinct(_ findings: [ExploreFinding]) -> [ExploreFinding] {
        func order(_ finding: ExploreFinding) -> (Int, Int, Int, String) {
            let key = finding.key
            // Several processes may find the same.
            return (finding.unlikeliness, key.rank, key.types.count, "\(key.rule) \(key.types) \(finding.sources)")
        }
        var kept: [ExploreFinding] = []
        for finding in findings.sorted(by: { order($0) < order($1) })
        where !kept.contains(where: { finding.key.repeats($0.key) }) { kept.append(finding) }
        return kept
    }

    /// Runs that break the same rule, at the same place, are of one bug, unless the app can do both and they end in actions of different types.
    private static func joined(_ findings: [ExploreFinding]) -> [[ExploreFinding]] {
        var bugs: [[ExploreFinding]] = []
        for finding in findings {
            let key = finding.key
            let bug = bugs.firstIndex { bug in
                let first = bug[0]
                return first.key.rule == key.rule && first.key.place == key.place
                    && (finding.kind != .possible || first.key.types.last == key.types.last)
            }
            if let bug { bugs[bug].append(finding) } else { bugs.append([finding]) }
        }
        return bugs
    }
}

extension Rule {
    /// Of `timeline test`; empty where it has no test.
    var testArguments: [String] {
        switch self {
        case .invariant(let name): ["--invariant", name]
        case .condition(let text): ["--bad", text]
        case .change(let text): ["--bad-change", text]
        case .crash: ["--crash"]
        case .coding, .notDeterministic, .response: []
        }
    }
}

extension ExploreKey {
    fileprivate func repeats(_ other: ExploreKey) -> Bool {
        guard rule == other.rule, types.last == other.types.last else { return false }
        var rest = other.types[...]
        for type in types where type == rest.first { rest.removeFirst() }
        return rest.isEmpty
    }
}
