internal import Dispatch
internal import TimelineDebugger
internal import TimelineJSON
internal import TimelineSystem

/// Verifies timelines on as many threads as there are processors, each with a process of its own, and returns the answers in the
/// order of the timelines.
///
/// Memory: the answers that wait for an earlier one, at most `aheadLimit`, and of large ones about the limit of `OrderedAnswers`.
final class VerificationPool: Sendable {
    private struct Output: ~Copyable {
        var answers = OrderedAnswers()
        var blockedThreads = 0
        var divergences = 0
        var error: ToolError?
    }

    private struct Inputs: ~Copyable {
        var inputs: VerificationInputs
        var count = 0
    }

    /// The number of timelines that may be taken while the answer of an earlier one is not known.
    private static let aheadLimit = 1024
    private static let thoroughLimit = 16

    private let inputs: Locked<Inputs>
    private let output = Locked(Output())
    private let reportAnswer: @Sendable (VerificationAnswer) -> Void
    private let ahead = DispatchSemaphore(value: aheadLimit)
    private let hasRoom = DispatchSemaphore(value: 0)
    private let other: String?
    private let timeout: Int
    private let threads: Int

    init(
        _ inputs: consuming sending VerificationInputs, against other: String?, timeout: Int,
        report: @escaping @Sendable (VerificationAnswer) -> Void
    ) {
        threads = min(SystemInfo.processorCount, inputs.count ?? .max)
        self.inputs = Locked(Inputs(inputs: inputs))
        reportAnswer = report
        self.other = other
        self.timeout = timeout
    }

    func run() throws {
        DispatchQueue.concurrentPerform(iterations: max(1, threads)) { _ in self.work() }
        let error = output.withLock { $0.error }
        if let error { throw error }
    }

    private func work() {
        let worker = VerificationWorker()
        while true {
            ahead.wait()
            do {
                guard let (index, input) = try next() else { break }
                report(try answer(to: input, worker), at: index)
            } catch {
                let error = ToolError(error)
                let blocked = output.withLock { output in
                    output.error = output.error ?? error
                    defer { output.blockedThreads = 0 }
                    return output.blockedThreads
                }
                for _ in 0..<blocked { hasRoom.signal() }
                break
            }
        }
        // Another thread may wait to find the end.
        ahead.signal()
    }

    private func next() throws -> (Int, FoundTimeline)? {
        if output.withLock({ $0.error != nil }) { return nil }
        return try inputs.withLock { inputs in
            guard let input = try inputs.inputs.take() else { return nil }
            defer { inputs.count += 1 }
            return (inputs.count, input)
        }
    }

    private func answer(
        to input: FoundTimeline, _ worker: VerificationWorker
    ) throws -> VerificationAnswer {
        switch input {
        case .error(let path, let error): return VerificationText.answer(path, error)
        case .place(let place):
            let isThorough = output.withLock { $0.divergences < Self.thoroughLimit }
            return try worker.answer(
                to: VerificationRequest(place: place, other: other, isThorough: isThorough, timeout: timeout))
        }
    }

    private func report(_ answer: VerificationAnswer, at index: Int) {
        let (count, unblocked, mustWait) = output.withLock { output in
            if answer.result == .diverged { output.divergences += 1 }
            let due = output.answers.add(answer, at: index)
            for answer in due { reportAnswer(answer) }
            // The thread that has the next timeline does not wait, as its answer leaves at once.
            let mustWait = output.answers.isFull && output.error == nil
            if mustWait {
                output.blockedThreads += 1
                return (due.count, 0, true)
            }
            defer { output.blockedThreads = 0 }
            return (due.count, output.blockedThreads, false)
        }
        for _ in 0..<count { ahead.signal() }
        for _ in 0..<unblocked { hasRoom.signal() }
        if mustWait { hasRoom.wait() }
    }
}
