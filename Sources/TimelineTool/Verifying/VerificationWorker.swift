internal import TimelineDebugger
internal import TimelineJSON
internal import TimelineSystem

/// A child process that verifies timelines, one at a time.
///
/// A reducer that traps ends its process. So each thread of `verify` has a process of its own: the timeline whose reducer trapped
/// gets that result, and a new process verifies the others. Not thread-safe.
final class VerificationWorker {
    static let command = "verify-worker"

    private enum Outcome {
        case answer(VerificationAnswer)
        /// There is no answer, for this reason. Another process would give none either.
        case failed(VerificationAnswer, reason: String)
        /// The process ended and did not report why: the system may have ended it.
        case ended(ChildProcess.Ending)
    }

    private var process: PipedProcess?
    /// The divergence of the present timeline, as long as its cause is not known. A second process may end before it finds it, too.
    private var divergence: VerificationAnswer?

    func answer(to request: VerificationRequest) throws -> VerificationAnswer {
        divergence = nil
        var outcome = try outcome(of: request)
        if case .ended = outcome { outcome = try self.outcome(of: request) }
        switch outcome {
        case .answer(let answer): return answer
        case .failed(let answer, let reason): return divergence?.withoutCause(because: reason) ?? answer
        case .ended(let ending):
            let reason = "ended twice: it \(ending.text)"
            if let divergence { return divergence.withoutCause(because: "the process that replays \(reason)") }
            let fact: KeyValuePairs<String, JSON?> =
                switch ending {
                case .exited(let status): ["status": .int(status)]
                case .signaled(let signal): ["signal": .string(Signal(rawValue: signal).name)]
                }
            return .interrupted(request.place.name, "the process that verifies it \(reason)", fact)
        }
    }

    private func outcome(of request: VerificationRequest) throws -> Outcome {
        let process = try self.process ?? PipedProcess([CurrentProcess.executable, Self.command])
        self.process = process
        let isSent = process.send(try JSONCoding.encode(request).bytes)
        var failure: Outcome?
        while isSent {
            let next: [UInt8]?
            do throws(FileError) { next = try process.nextLine() } catch {
                return unreadable(error.description, request)
            }
            guard let line = next else { break }
            guard let (bytes, printed) = RecordSeparated.answer(in: line) else {
                report(line[...], request)
                continue
            }
            report(printed, request)
            switch WorkerMessage(parsing: bytes) {
            case .answer(var answer):
                answer.byteCount = bytes.count
                return .answer(answer)
            case .divergence(let answer): divergence = answer
            case .trapped(let seq): failure = trapped(seq, request)
            case .timeout(let seq, let isReducing): failure = timedOut(seq, isReducing: isReducing, request)
            case nil: return unreadable("it has another form than expected", request)
            }
        }
        self.process = nil
        let ending = try process.wait()
        return failure ?? .ended(ending)
    }

    private func unreadable(_ why: String, _ request: VerificationRequest) -> Outcome {
        // The process waits for the next request, or for a reader. It ends with its input.
        process = nil
        let reason = "the answer of the process that verifies it cannot be read: \(why)"
        return .failed(.interrupted(request.place.name, reason, ["reason": .string(reason)]), reason: reason)
    }

    private func trapped(_ seq: Int, _ request: VerificationRequest) -> Outcome {
        let text = "the reducer trapped in step \(seq): this step crashes the app, and there is no state after it"
        return .failed(
            VerificationAnswer(request.place.name, .trapped, ["seq": .int(seq)], text: text),
            reason: "the reducer trapped in step \(seq) when it replayed that step again")
    }

    private func timedOut(_ seq: Int?, isReducing: Bool, _ request: VerificationRequest) -> Outcome {
        let limit = Layout.count(request.timeout, "second")
        let reason =
            switch seq {
            case let seq? where isReducing: "the reducer of step \(seq) did not return within \(limit)"
            case let seq?: "replay did not continue after step \(seq) for \(limit)"
            case nil: "replay did not begin within \(limit)"
            }
        return .failed(
            .interrupted(
                request.place.name, reason, ["seq": seq.map { .int($0) }, "timeout": .int(request.timeout)]),
            reason: reason)
    }

    private func report(_ line: ArraySlice<UInt8>, _ request: VerificationRequest) {
        if line.isEmpty { return }
        StandardError.write(Layout.visible("\(request.place.name): \(String(decoding: line, as: UTF8.self))"))
    }
}
