package import TimelineKit

/// What a process is asked that searches; its standard input is the text of the recordings.
package struct ExploreRequest: Codable {
    let options: ExploreOptions
    /// nil for all rules.
    let rule: Rule?
    /// Until the search ends; nil for no limit.
    var seconds: Double?
    /// What earlier processes of the search know.
    var keys: [ExploreKey] = []
    var trapped: Set<Int> = []
    var stats = ExploreStats()
    var learned: LearnedConditions?

    package func serve<P: Program>(
        _ program: P, text: [UInt8], _ progress: ReplayProgress, next: () throws -> [UInt8]?,
        answer: (ExploreMessage) throws -> Void
    ) throws {
        let corpus = try Corpus(program, try TrialRun.all(text: text))
        let explorer = try Explorer(
            corpus, ExploreRules(rule, program), options, after: stats, knowing: keys,
            trapped: trapped, learned, noted: CurrentRun(progress: progress))
        let end = seconds.map { ContinuousClock.now + .seconds($0) }
        var lastSent: ContinuousClock.Instant?
        var isTold = learned != nil
        do {
            try explorer.explore {
                let (now, stats) = (ContinuousClock.now, explorer.stats)
                // After a trap, it counts what was told: that does not depend on time.
                let isCounted = stats.runs & 31 == 0 || stats.runs <= corpus.count
                if isCounted || lastSent.map({ now - $0 > .milliseconds(200) }) != false {
                    lastSent = now
                    try answer(.progress(isCounted ? stats : nil, isTold ? nil : explorer.learned))
                    isTold = explorer.learned != nil
                }
                return end.map { now >= $0 } == true
            } report: { failure in
                if !isTold { try answer(.progress(nil, explorer.learned)) }
                isTold = true
                try answer(.found(failure, explorer.stats))
                guard let line = try next() else { CurrentProcess.exit(0) }
                return try JSONCoding.decode(ExploreKey?.self, from: line)
            }
            try answer(.ended(explorer.stats))
        } catch is SharedStateError { try answer(.sharedState) }
    }
}

package enum ExploreMessage: Codable {
    case progress(ExploreStats?, LearnedConditions?)
    /// Answered by the key of its shortest run; nil if it was not bad when it was run again.
    case found(ExploreFailure, ExploreStats)
    case ended(ExploreStats)
    case sharedState
    case failed(String)
}
