public import Testing
internal import TimelineDebugger
public import TimelineKit
internal import TimelineReplay

/// Expects that no runs made from recordings break an invariant, as `timeline explore` makes them.
///
///     @Test func noRecordingLeadsToABug() throws {
///         try expectNoBugs(program: CounterProgram(), exploring: ["Recordings"], steps: 100_000)
///     }
///
/// Leaves actions out, repeats them, changes their order and takes them from other recordings; results of effects come later, in
/// another order or never. Also finds reducers that are not deterministic and states that do not survive their coding. For each possible bug,
/// as the article on finding bugs says what that is, it records an issue with the shortest run, and attaches that run to the test as a timeline.
///
/// All reducers run in the process of the test: one that traps ends it. `timeline explore` finds traps.
///
/// - Parameters:
///   - files: The paths of timelines, or of folders of them. They are relative to the folder of the test's file.
///   - steps: The number of actions to reduce.
///   - seed: Another seed searches elsewhere. The same seed and number of steps give the same answer.
///   - sourceLocation: Where an issue is shown.
/// - Returns: Whether the expectation was met.
/// - Throws: If a timeline cannot be read, is damaged or of another program, or none of them has an action.
@discardableResult
public func expectNoBugs<P: Program>(
    program: P, exploring files: [String], steps: Int = 100_000, seed: UInt64 = 1,
    sourceLocation: SourceLocation = #_sourceLocation
) throws -> Bool {
    var runs: [TrialRun] = []
    for file in files {
        for found in FoundTimeline.all(at: sourceLocation.path(of: file)) {
            switch found {
            case .error(_, let error): throw error
            case .place(let place):
                let (journal, salvage) = try place.open(unpacker: nil)
                if let salvage, let first = salvage.damage.first {
                    throw JournalError.damaged(first: first, count: salvage.damageCount)
                }
                guard journal.header.program == program.name else {
                    throw TestRunError("\(place.name) was recorded by the program \"\(journal.header.program)\"")
                }
                runs += try TrialRun(program, journal, through: journal.end).parts
            }
        }
    }
    guard runs.contains(where: { !$0.steps.isEmpty }) else {
        throw TestRunError("nothing to explore: no timeline has an action")
    }
    let corpus = try Corpus(program, runs)
    let explorer = try Explorer(corpus, ExploreRules(nil, program), ExploreOptions(seed: seed, steps: steps))
    var isMet = true
    try explorer.explore(isOver: { false }) { failure in
        let finding = try ExploreFinding(failure, corpus, isOver: { false }) {
            try LocalTrials(program, $0, failure.rule, explorer.learned)
        }
        guard let finding, finding.kind == .possible else { return finding?.key }
        isMet = false
        let lines = finding.steps.map { step in
            if case .action(let text) = step.step.change { "  \(text.value)" } else { "" }
        }
        Issue.record(
            Comment(rawValue: (["\(finding.key.rule) after these actions:"] + lines).joined(separator: "\n")),
            sourceLocation: sourceLocation)
        Attachment.record(finding.timeline.bytes, named: "\(program.name).jsonl", sourceLocation: sourceLocation)
        return finding.key
    }
    return isMet
}
