import TimelineKit
import TimelineReplay
import TimelineTestPrograms

@testable import TimelineDebugger

/// A search in this process, and all that it reported.
struct Search<P: Program> {
    private(set) var findings: [ExploreFinding] = []
    private(set) var failures: [ExploreFailure] = []
    private(set) var stats = ExploreStats()
    private(set) var learned: LearnedConditions?
    let corpus: Corpus<P>

    static func corpus(_ program: P, _ sessions: [[(action: P.Action, cause: Int?)]]) throws -> Corpus<P> {
        let runs = try sessions.enumerated().flatMap { number, actions in
            let text = try RecordedSession.text(of: program, session: "session-\(number)", actions)
            let journal = try Journal(bytes: Array(text.utf8))
            return try TrialRun(program, journal, through: journal.last).parts
        }
        return try Corpus(program, runs)
    }

    init(
        _ program: P, _ sessions: [[(action: P.Action, cause: Int?)]], seed: UInt64 = 1, steps: Int,
        untilPossible: Bool = false, after earlier: Search? = nil, knowing keys: [ExploreKey] = [],
        trapped: Set<Int> = []
    ) throws {
        corpus = try Self.corpus(program, sessions)
        let explorer = try Explorer(
            corpus, ExploreRules(nil, program), ExploreOptions(seed: seed, steps: steps),
            after: earlier?.stats ?? ExploreStats(), knowing: keys, trapped: trapped,
            earlier?.learned)
        var isFound = false
        try explorer.explore(isOver: { untilPossible && isFound }) { failure in
            failures.append(failure)
            let finding = try ExploreFinding(failure, corpus, isOver: { false }) {
                try LocalTrials(program, $0, failure.rule, explorer.learned)
            }
            if let finding { findings.append(finding) }
            if finding?.kind == .possible { isFound = true }
            return finding?.key
        }
        stats = explorer.stats
        learned = explorer.learned
    }

    var possible: [ExploreFinding] { findings.filter { $0.kind == .possible } }

    /// All that must not differ between two searches.
    var text: String {
        let runs = (try? JSONCoding.encode(failures)).map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
        let keys = findings.map { "\($0.key.rule): \($0.key.types.joined(separator: ", "))" }
        return
            (["\(stats.steps) steps, \(stats.runs) runs, \(stats.states) states, \(failures.count) failures", runs]
            + keys)
            .joined(separator: "\n")
    }
}
