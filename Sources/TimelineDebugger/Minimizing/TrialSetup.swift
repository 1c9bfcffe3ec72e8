package import TimelineKit

/// What a process is asked first that tries runs: the run whose steps they have is its standard input.
package struct TrialSetup: Codable, Sendable {
    private let rule: Rule?
    /// How often each state is judged.
    private let count: Int

    package init(_ rule: Rule?, count: Int = 1) { (self.rule, self.count) = (rule, count) }

    package func serve<P: Program>(
        _ program: P, text: [UInt8], _ progress: ReplayProgress, next: () throws -> [UInt8]?,
        answer: (TrialOutcome) throws -> Void
    ) throws {
        progress.noteTraps()
        let run = try TrialRun.all(text: text)[0]
        let trials = try LocalTrials(program, run, noting: progress)
        trials.predicate = try rule?.predicate(program)
        if count > 1 { trials.predicate = trials.predicate.map { RepeatedPredicate($0, count: count) } }
        while let line = try next() {
            let request = try JSONCoding.decode(TrialRequest.self, from: line)
            trials.learned = request.learned ?? trials.learned
            let steps = request.ranges.joined().map { (index) -> TrialStep in
                request.actions[index].map { run.steps[index].changed($0.value) } ?? run.steps[index]
            }
            try answer(trials.own(request.task, steps, request.conditions))
        }
    }
}
