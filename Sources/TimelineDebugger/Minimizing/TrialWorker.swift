internal import TimelineJSON
internal import TimelineJournal
package import TimelineSystem

/// A child process that reduces the runs that a search tries, one at a time.
///
/// A reducer that traps or does not return ends its process, and the next run gets a new one. `TrialServer` is the other side.
/// Not thread-safe.
package final class TrialWorker {
    private let run: TrialRun
    private let command: [String]
    /// The steps that the next process is started with.
    private var steps: [TrialStep]
    private var process: PipedProcess?
    private var common: [TrialStep] = []
    private var indexes: [Int: Int] = [:]
    private let progress: TrialProgress
    /// The number of the last request. Its answer repeats it: a reducer that forks may send a second answer.
    private var number = 0

    package init(_ run: TrialRun, command: [String]) throws(FileError) {
        self.run = run
        self.command = command
        steps = run.steps
        progress = try TrialProgress()
    }

    /// Starts the next process with these steps alone: later runs have no others.
    func narrow(to steps: [TrialStep]) { self.steps = steps }

    /// Ends the process, such as after control-C, which it received, too.
    package func stop() { process = nil }

    // MARK: - Runs

    package func judgeFirst(seconds: Int) throws -> TrialOutcome { try outcome(.first, [], seconds: seconds) }

    package func judge(_ steps: [TrialStep], seconds: Int) throws -> TrialOutcome {
        try outcome(.judge, steps, seconds: seconds)
    }

    package func state(after steps: [TrialStep], seconds: Int) throws -> TrialOutcome {
        try outcome(.state, steps, seconds: seconds)
    }

    package func complete(_ steps: [TrialStep], seconds: Int) throws -> TrialOutcome {
        try outcome(.complete, steps, seconds: seconds)
    }

    private func outcome(_ task: TrialRequest.Task, _ steps: [TrialStep], seconds: Int) throws -> TrialOutcome {
        if process == nil { try start() }
        number += 1
        guard let message = try request(task, steps, seconds) else {
            // The process has not all of the steps.
            self.steps = steps
            try start()
            return try outcome(task, steps, seconds: seconds)
        }
        progress.index = nil
        guard let process else { preconditionFailure("no process was started") }
        let line: [UInt8]?
        do throws(FileError) { line = process.send(message) ? try process.nextLine() : nil } catch {
            // The rest of the line would be taken for the next answer.
            stop()
            return .ended("cannot be read: \(error)")
        }
        guard let line else {
            self.process = nil
            return Self.outcome(try process.wait(), index: progress.index)
        }
        guard let response = try? JSONCoding.decode(TrialResponse.self, from: line), response.number == number else {
            // More such answers may follow.
            stop()
            return .ended("sent an answer that fits no request")
        }
        return response.outcome
    }

    private func request(_ task: TrialRequest.Task, _ steps: [TrialStep], _ seconds: Int) throws -> [UInt8]? {
        let request = TrialRequest(task, number: number, seconds: seconds, steps, of: common, indexes: indexes)
        return try request.map { try JSONCoding.encode($0).bytes }
    }

    private func start() throws {
        // The last one ends before the memory is used again.
        process = nil
        common = steps
        indexes = Dictionary(uniqueKeysWithValues: steps.enumerated().map { ($1.step.seq, $0) })
        process = try PipedProcess(
            command, environment: ["SWIFT_BACKTRACE": "enable=no"], input: run.text(of: steps),
            discardsStandardOutput: true, sharing: (TrialProgress.descriptor, progress.file.rawValue))
    }

    private static func outcome(_ ending: ChildProcess.Ending, index: Int?) -> TrialOutcome {
        switch ending {
        case .exited(let status): return .ended("exited with status \(status)")
        case .signaled(let number):
            let signal = Signal(rawValue: number)
            if signal == .alarm { return .timedOut }
            guard signal.isCrash, let index else { return .ended("was ended by \(signal.name)") }
            return .crashed(signal, index: index)
        }
    }
}
