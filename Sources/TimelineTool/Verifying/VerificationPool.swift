internal import Dispatch
internal import TimelineDebugger
internal import TimelineKit

/// A thread and a process for each processor. Memory is limited: see `OrderedAnswers`.
final class VerificationPool: Sendable {
    private struct Output: ~Copyable {
        var answers = OrderedAnswers()
        var divergences = 0
        var error: ToolError?
    }

    private static let thoroughLimit = 16

    private let inputs: Locked<VerificationInputs>
    private let output = Locked(Output())
    private let reportAnswer: @Sendable (VerificationAnswer) -> Void
    private let other: String?
    private let times: Int
    private let timeout: Int
    private let question: ResponseQuestion?
    private let threads: Int
    private let printed = PrintedLines()

    init(
        _ inputs: consuming sending VerificationInputs, against other: String?, times: Int, timeout: Int,
        asking question: ResponseQuestion?, report: @escaping @Sendable (VerificationAnswer) -> Void
    ) {
        threads = min(SystemInfo.processorCount, inputs.count ?? .max)
        self.inputs = Locked(inputs)
        reportAnswer = report
        (self.other, self.times, self.timeout, self.question) = (other, times, timeout, question)
    }

    func run() throws {
        DispatchQueue.concurrentPerform(iterations: max(1, threads)) { _ in self.work() }
        printed.finish()
        let error = output.withLock { $0.error }
        if let error { throw error }
    }

    private func work() {
        let worker = VerificationWorker(timeout: timeout, asking: question, printed: printed)
        do {
            while let (index, input) = try next() {
                let answer = try answer(to: input, worker)
                output.withLock { output in
                    if answer.result == .diverged { output.divergences += 1 }
                    for answer in output.answers.add(answer, at: index) { reportAnswer(answer) }
                }
            }
        } catch {
            let error = ToolError(error)
            output.withLock { $0.error = $0.error ?? error }
        }
    }

    /// While many answers wait for an earlier one, another thread has the timeline of that one.
    private func next() throws -> (Int, FoundTimeline)? {
        while output.withLock({ $0.answers.isFull && $0.error == nil }) {
            _ = FileDescriptor.ready([], milliseconds: 10)
        }
        if output.withLock({ $0.error != nil }) { return nil }
        return try inputs.withLock { inputs in
            let index = inputs.taken
            return try inputs.take().map { (index, $0) }
        }
    }

    private func answer(to input: FoundTimeline, _ worker: VerificationWorker) throws -> VerificationAnswer {
        switch input {
        case .error(let path, let error): return VerificationText.answer(path, error)
        case .place(let place):
            let isThorough = output.withLock { $0.divergences < Self.thoroughLimit }
            var answers: [VerificationAnswer] = []
            while answers.count < times {
                if !answers.isEmpty { worker.restart() }
                let hasDiverged = answers.contains { $0.result == .diverged }
                answers.append(try worker.answer(place, against: other, isThorough: isThorough && !hasDiverged))
            }
            return times == 1 ? answers[0] : VerificationAnswer(ofRepeated: answers)
        }
    }
}

struct OrderedAnswers {
    private static let countLimit = 1024
    private let byteLimit: Int
    private var waiting: [Int: VerificationAnswer] = [:]
    private var bytes = 0
    private var next = 0

    init(byteLimit: Int = 64 << 20) { self.byteLimit = byteLimit }

    /// Too many answers wait for an earlier one.
    var isFull: Bool { waiting.count >= Self.countLimit || bytes > byteLimit }

    mutating func add(_ answer: VerificationAnswer, at index: Int) -> [VerificationAnswer] {
        waiting[index] = answer
        bytes += answer.byteCount
        var due: [VerificationAnswer] = []
        while let answer = waiting.removeValue(forKey: next) {
            bytes -= answer.byteCount
            due.append(answer)
            next += 1
        }
        return due
    }
}
