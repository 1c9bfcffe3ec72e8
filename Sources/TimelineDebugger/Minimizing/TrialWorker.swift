internal import TimelineJSON
internal import TimelineJournal
package import TimelineSystem

/// Where a reducer traps or does not return, the next run gets a new process. Not thread-safe.
package final class TrialWorker {
    static let progressDescriptor: Int32 = 5

    private let run: TrialRun
    private let command: [String]
    private var steps: [TrialStep]
    private var process: PipedProcess?
    private var common: [TrialStep] = []
    private var indexes: [Int: Int] = [:]
    private let progress: ReplayProgress
    /// For labels and limits.
    package var learned: LearnedConditions?
    private var isTold = false

    package init(_ run: TrialRun, command: [String]) throws(FileError) {
        (self.run, self.command) = (run, command)
        steps = run.steps
        progress = try ReplayProgress()
    }

    /// Ends the process, such as after control-C, which it received, too.
    package func stop() { process = nil }

    /// Only these steps, or some of them, are tried from now on.
    func keep(_ steps: ArraySlice<TrialStep>) { self.steps = Array(steps) }

    /// - Parameter conditions: The circumstances that the run may have and no recording has; nil for any run.
    package func outcome(
        _ task: TrialTask, _ steps: [TrialStep], within conditions: Set<RunCondition>? = nil, seconds: Int
    ) throws -> TrialOutcome {
        if process == nil { try start() }
        var request = TrialRequest(task, seconds: seconds, steps, of: common, indexes: indexes)
        request?.conditions = conditions
        guard var request else {
            // The process has not all of the steps.
            self.steps = steps
            try start()
            return try outcome(task, steps, within: conditions, seconds: seconds)
        }
        if !isTold { request.learned = learned }
        isTold = true
        progress.reset()
        guard let process else { preconditionFailure("no process was started") }
        let message = try JSONCoding.encode(request).bytes
        let line: [UInt8]?
        do throws(FileError) { line = process.send(message) ? try process.nextLine() : nil } catch {
            // The rest of the line would be taken for the next answer.
            stop()
            return .ended("cannot be read: \(error)")
        }
        guard let line else {
            self.process = nil
            return TrialOutcome(try process.wait(), steps, progress)
        }
        guard let outcome = try? JSONCoding.decode(TrialOutcome.self, from: line) else {
            // More such answers may follow.
            stop()
            return .ended("sent an answer that cannot be read")
        }
        switch outcome {
        case .sharedState: throw SharedStateError()
        case .learned(let learned): (self.learned, isTold) = (learned, false)
        default: break
        }
        return outcome
    }

    private func start() throws {
        // The last one ends before the memory is used again.
        process = nil
        isTold = false
        common = steps
        indexes = Dictionary(uniqueKeysWithValues: steps.enumerated().map { ($1.step.seq, $0) })
        process = try PipedProcess(
            command, environment: ["SWIFT_BACKTRACE": "enable=no"], input: run.text(of: steps),
            discardsStandardOutput: true, sharing: (Self.progressDescriptor, progress.file.rawValue))
    }
}
