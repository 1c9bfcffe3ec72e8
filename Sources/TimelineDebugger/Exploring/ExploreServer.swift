internal import TimelineJSON
package import TimelineKit
internal import TimelineSystem

/// What a search in another process begins with.
struct ExploreRequest: Codable {
    let options: ExploreOptions
    /// Until the search ends; nil for no limit.
    let seconds: Double?
    /// What earlier processes of the search kept and found, and the runs that ended them.
    var kept: [KeptRun] = []
    var keys: [ExploreKey] = []
    var stats = ExploreStats()
    var learned: LearnedConditions?
    /// The last one ended the last process.
    var traps: [Trap] = []

    struct Trap: Codable {
        let run: Int
        let step: Int
    }
}

struct ExploreMessage: Codable {
    let stats: ExploreStats
    var isOver = false
    var learned: LearnedConditions?
    var kept: KeptRun?
    var found: ExploreFailure?
    var trapped: ExploredRun?
    var hasSharedState = false
}

/// Searches in a process of its own, for an `ExploreWorker`.
package struct ExploreServer<P: Program> {
    private let corpus: Corpus<P>
    private let rules: ExploreRules<P.State>
    private let progress: ReplayProgress

    package init(_ program: P, text: [UInt8], _ rules: ExploreRules<P.State>) throws {
        progress = try ReplayProgress(inherited: TrialWorker.progressDescriptor)
        corpus = try Corpus(program, try TrialRun.all(text: text))
        self.rules = rules
    }

    package func run(isInterrupted: () -> Bool, nextLine: () throws -> [UInt8]?) throws {
        guard let line = try nextLine() else { return }
        let request = try JSONCoding.decode(ExploreRequest.self, from: line)
        let explorer = try Explorer(corpus, rules, request.options)
        var armed: ContinuousClock.Instant?
        explorer.onReducing = {
            // Not armed for each step: a system call is slow.
            let now = ContinuousClock.now
            if let armed, now - armed < .seconds(1) { return }
            armed = now
            CurrentProcess.end(afterSeconds: ExploreWorker.secondLimit + 1)
        }
        for kept in request.kept { try explorer.restore(kept) }
        for key in request.keys { explorer.learn(key, for: key.rule) }
        func answer() throws -> ExploreKey? {
            armed = nil
            CurrentProcess.end(afterSeconds: nil)
            guard let line = try nextLine() else { CurrentProcess.exit(0) }
            return try JSONCoding.decode(ExploreKey?.self, from: line)
        }
        if let trapped = request.traps.last {
            try explorer.skip(request.traps, request.stats, request.learned)
            if request.learned == nil, let learned = explorer.learned {
                TrialServer<P>.send(ExploreMessage(stats: request.stats, learned: learned))
            }
            TrialServer<P>.send(
                ExploreMessage(stats: request.stats, trapped: explorer.run(trapped.run, upTo: trapped.step)))
            if let key = try answer() { explorer.learn(key, for: key.rule) }
        }
        let end = request.seconds.map { ContinuousClock.now + .seconds($0) }
        var lastSent = ContinuousClock.now
        var hasSharedState = false
        do {
            try explorer.explore {
                let now = ContinuousClock.now
                if now - lastSent > .milliseconds(200) || explorer.stats.runs <= corpus.count {
                    lastSent = now
                    TrialServer<P>.send(ExploreMessage(stats: explorer.stats))
                }
                return isInterrupted() || end.map { now >= $0 } == true
            } noteStep: { run, step in
                progress.status = Int32(truncatingIfNeeded: run)
                progress.note(step)
            } report: { event in
                switch event {
                case .learned(let learned):
                    TrialServer<P>.send(ExploreMessage(stats: explorer.stats, learned: learned))
                    return nil
                case .kept(let kept):
                    TrialServer<P>.send(ExploreMessage(stats: explorer.stats, kept: kept))
                    return nil
                case .found(let failure):
                    TrialServer<P>.send(ExploreMessage(stats: explorer.stats, found: failure))
                    return try answer()
                }
            }
        } catch is SharedStateError { hasSharedState = true }
        CurrentProcess.end(afterSeconds: nil)
        TrialServer<P>.send(ExploreMessage(stats: explorer.stats, isOver: true, hasSharedState: hasSharedState))
    }
}
