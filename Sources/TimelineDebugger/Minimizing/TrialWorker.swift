internal import TimelineKit

/// Where a reducer traps or does not return, the next run gets a new process. Not thread-safe.
package final class TrialWorker {
    private let run: TrialRun
    private let setup: TrialSetup
    private var steps: [TrialStep]
    private var process: ProgramProcess?
    private var common: [TrialStep] = []
    private var indexes: [Int: Int] = [:]
    /// For labels and limits.
    package var learned: LearnedConditions?
    private var isTold = false

    package init(_ run: TrialRun, _ setup: TrialSetup) { (self.run, self.setup, steps) = (run, setup, run.steps) }

    /// Ends the process, such as after control-C, which it received, too.
    package func stop() { process = nil }

    /// Only these steps, or some of them, are tried from now on.
    func keep(_ steps: ArraySlice<TrialStep>) { self.steps = Array(steps) }

    /// - Parameters:
    ///   - conditions: The circumstances that the run may have and no recording has; nil for any run.
    ///   - seconds: In which a step must be reduced.
    package func outcome(
        _ task: TrialTask, _ steps: [TrialStep], within conditions: Set<RunCondition>? = nil, seconds: Int
    ) throws -> TrialOutcome {
        let process = try self.process ?? start()
        guard var request = TrialRequest(task, steps, of: common, indexes: indexes) else {
            // The process has not all of the steps.
            (self.steps, self.process) = (steps, nil)
            return try outcome(task, steps, within: conditions, seconds: seconds)
        }
        request.conditions = conditions
        if !isTold { request.learned = learned }
        isTold = true
        process.seconds = seconds
        try process.ask(request)
        let outcome: TrialOutcome?
        do { outcome = try process.next(TrialOutcome.self)?.answer } catch {
            // What comes next may be the rest of this answer.
            stop()
            return .ended("sent an answer that cannot be read: \(error)")
        }
        guard let outcome else {
            stop()
            let (ending, isLate) = try process.end()
            return isLate ? .timedOut : TrialOutcome(ending, steps, process.progress)
        }
        if case .sharedState = outcome { throw SharedStateError() }
        if case .learned(let learned) = outcome { (self.learned, isTold) = (learned, false) }
        return outcome
    }

    private func start() throws -> ProgramProcess {
        let process = try ProgramProcess(input: run.text(of: steps), onlyReducers: false)
        try process.ask(setup)
        (self.process, isTold, common) = (process, false, steps)
        indexes = Dictionary(uniqueKeysWithValues: steps.enumerated().map { ($1.step.seq, $0) })
        return process
    }
}
