package import TimelineKit

/// A search in another process, and in a new one after each trap.
package final class ExploreWorker {
    package enum Event {
        case progress
        /// Returns the key of its shortest run; nil if it was not bad when it was run again.
        case found(ExploreFailure)
        /// A run did not end, or ended the process otherwise.
        case ended(ExploredRun, String)
    }

    /// Then the reducer traps too often to search on.
    private static let trapLimit = 50
    private static let timeoutLimit = 3
    /// A reducer has to return in time: see the help of the tool.
    package static let secondLimit = Environment["TIMELINE_TIMEOUT"].flatMap { Int($0) } ?? 10

    package private(set) var stats = ExploreStats()
    /// What the recordings show; nil until all were reduced.
    package private(set) var learned: LearnedConditions?
    /// Why the search ended early.
    package private(set) var stopped: String?

    package init() {}

    /// - Parameters:
    ///   - text: Of all recordings: see `TrialRun.text`.
    ///   - rule: nil for all rules.
    ///   - isStopped: What was found is enough, or control-C, which the process received, too, ended the search.
    package func explore<P: Program>(
        _ corpus: Corpus<P>, text: [UInt8], _ options: ExploreOptions, _ rule: Rule?,
        until end: ContinuousClock.Instant?, isStopped: () -> Bool, report: (Event) throws -> ExploreKey?
    ) throws {
        var request = ExploreRequest(options: options, rule: rule)
        var timeouts = 0
        for _ in 0..<Self.trapLimit {
            request.seconds = end.map { max(0, ($0 - ContinuousClock.now) / .seconds(1)) }
            (request.stats, request.learned) = (stats, learned)
            let process = try ProgramProcess(input: text, notes: CurrentRun.size, onlyReducers: false)
            try process.ask(request)
            while let message = try process.next(ExploreMessage.self)?.answer {
                // It has read all recordings.
                process.seconds = Self.secondLimit
                switch message {
                case .progress(let stats, let learned):
                    self.stats = stats ?? self.stats
                    self.learned = learned ?? self.learned
                    _ = try report(.progress)
                case .found(let failure, let stats):
                    self.stats = stats
                    let key = try report(.found(failure))
                    if let key { request.keys.append(key) }
                    try process.ask(key)
                case .ended(let stats):
                    self.stats = stats
                    return
                case .sharedState: throw SharedStateError()
                case .failed(let reason):
                    stopped = reason
                    return
                }
                if isStopped() { return }
            }
            if isStopped() { return }
            let (ending, isLate) = try process.end()
            let current = CurrentRun(progress: process.progress)
            guard case .signaled(let number) = ending, process.progress.isReducing,
                let run = current.run(of: corpus)
            else {
                stopped = "the process of the search \(ending.text)"
                return
            }
            (stats.steps, stats.runs) = (max(stats.steps, current.steps), max(stats.runs, current.number + 1))
            if current.number < corpus.count { request.trapped.formUnion(run.items.suffix(1).map(\.step)) }
            let signal = Signal(rawValue: number)
            let failure = ExploreFailure(rule: .crash(signal.name), run: run)
            let limit = "\(Self.secondLimit) second\(Self.secondLimit == 1 ? "" : "s")"
            let key = try report(
                isLate
                    ? .ended(run, "did not continue within \(limit)")
                    : signal.isCrash && signal != .forbiddenCall ? .found(failure) : .ended(run, ending.text))
            let types = run.items.map { corpus.types[corpus.stepTypes[$0.step]] }
            request.keys.append(key ?? ExploreKey(rule: failure.rule, types: types, rank: 0))
            if isLate { timeouts += 1 }
            if timeouts == Self.timeoutLimit { stopped = "its reducer did not return \(timeouts) times" }
            if signal == .forbiddenCall { stopped = "its reducer started a process" }
            if isStopped() || stopped != nil { return }
        }
        stopped = "the reducer ended the process of the search \(Self.trapLimit) times"
    }
}
