internal import TimelineDebugger
internal import TimelineJSON
internal import TimelineJournal
internal import TimelineSystem

/// Where a reducer traps, only its timeline is trapped, and a new process verifies the others. Not thread-safe.
final class VerificationWorker {
    static let command = "verify-worker"

    private enum Outcome {
        case answer(VerificationAnswer)
        /// Another process would give no answer either.
        case failed(VerificationAnswer, reason: String)
        /// It did not report why: the system may have ended it.
        case ended(ChildProcess.Ending)
    }

    /// The seconds in which replay must continue; 0 for no limit.
    private let timeout: Int
    private let progress: ReplayProgress?
    private var process: PipedProcess?
    /// What a process found before it ended. A second process may find less.
    private var partial: VerificationAnswer?
    private var isSearchingCause = false
    /// How often this process reported the divergence: before the search for its cause, and after it.
    private var divergences = 0

    init(timeout: Int) {
        self.timeout = timeout
        progress = timeout > 0 ? try? ReplayProgress() : nil
    }

    func answer(_ place: TimelinePlace, against other: String?, isThorough: Bool) throws -> VerificationAnswer {
        let request = VerificationRequest(
            place: place, other: other, isThorough: isThorough, isWatched: progress != nil)
        partial = nil
        isSearchingCause = false
        var outcome = try outcome(of: request)
        if case .ended = outcome { outcome = try self.outcome(of: request) }
        switch outcome {
        case .answer(let answer): return answer
        case .failed(let answer, let reason): return ended(answer, because: reason)
        case .ended(let ending):
            let reason = "ended twice: it \(ending.text)"
            let fact: KeyValuePairs<String, JSON?> =
                switch ending {
                case .exited(let status): ["status": .int(status)]
                case .signaled(let signal): ["signal": .string(Signal(rawValue: signal).name)]
                }
            let process = "the process that \(isSearchingCause ? "replays" : "verifies it") \(reason)"
            return ended(.interrupted(place.name, process, fact), because: process)
        }
    }

    private func ended(_ failure: VerificationAnswer, because reason: String) -> VerificationAnswer {
        guard let partial else { return failure }
        return isSearchingCause ? partial.withoutCause(because: reason) : partial.adding(failure, because: reason)
    }

    /// Hashes have another seed in a new process, and globals their first values.
    func restart() { process = nil }

    private func outcome(of request: VerificationRequest) throws -> Outcome {
        let process = try self.process ?? start()
        self.process = process
        progress?.reset()
        divergences = 0
        let watch = progress.map { ProgressWatch($0, process.child, seconds: timeout, onlyReducers: false) }
        // Stopped before the process is gone, whose ID may be used again.
        defer { withExtendedLifetime(process) { _ = watch?.stop() } }
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
            case .partial(let answer): take(answer)
            case .trapped(let seq, let isSurvived): failure = trapped(seq, isSurvived: isSurvived, request)
            case nil: return unreadable("it has another form than expected", request)
            }
        }
        self.process = nil
        let isLate = watch?.stop() == true
        let ending = try process.wait()
        if let progress, isLate || ending == .signaled(Signal.forbiddenCall.rawValue) && progress.isReducing {
            failure = stopped(progress, request, isLate: isLate)
        }
        return failure ?? .ended(ending)
    }

    private func take(_ answer: VerificationAnswer) {
        guard let cause = answer.cause else {
            if partial?.cause == nil { partial = answer }
            return
        }
        partial = answer
        divergences += 1
        let open: [VerifiedDivergence.Cause] = [.unknown(why: nil), .unstableCoding(nil)]
        isSearchingCause = divergences == 1 && open.contains { $0.name == cause }
    }

    private func start() throws -> PipedProcess {
        try PipedProcess(
            [CurrentProcess.executable, Self.command],
            sharing: progress.map { (VerificationRequest.progressDescriptor, $0.file.rawValue) })
    }

    private func unreadable(_ why: String, _ request: VerificationRequest) -> Outcome {
        // The process waits for the next request, or for a reader. It ends with its input.
        process = nil
        let reason = "the answer of the process that verifies it cannot be read: \(why)"
        return .failed(.interrupted(request.place.name, reason, ["reason": .string(reason)]), reason: reason)
    }

    private func trapped(_ seq: Int, isSurvived: Bool, _ request: VerificationRequest) -> Outcome {
        let text = "the reducer trapped in step \(seq)\(isSurvived ? TrapReport.survived : TrapReport.crashes)"
        let name = request.place.name
        let answer =
            isSurvived && partial?.cause == nil
            ? VerificationAnswer(name, .diverged, ["divergence": divergence(seq, request)], text: text)
            : VerificationAnswer(name, .trapped, ["seq": .int(seq)], text: text)
        return .failed(
            answer,
            reason: isSearchingCause ? "the reducer trapped in step \(seq) when it replayed that step again" : text)
    }

    /// Where replay traps and the recording does not.
    private func divergence(_ seq: Int, _ request: VerificationRequest) -> JSON {
        let journal = request.place.files == ["-"] ? nil : try? request.place.open(unpacker: GzipUnpacker()).journal
        let agreed = (try? journal?.checkpoint(atOrBefore: seq - 1)?.seq) ?? nil
        return .members([
            "seq": .int(seq), "agreedUpTo": .int(agreed ?? 0), "cause": .string("unknown"),
            "reason": .string("the reducer traps in this step, which the recording survived"),
        ])
    }

    private func stopped(_ progress: ReplayProgress, _ request: VerificationRequest, isLate: Bool) -> Outcome {
        let limit = Layout.count(timeout, "second")
        let reason =
            switch progress.seq {
            case let seq? where !isLate: "the reducer of step \(seq) started a process"
            case let seq? where progress.isReducing: "the reducer of step \(seq) did not return within \(limit)"
            case let seq?: "replay did not continue after step \(seq) for \(limit)"
            case nil: "replay did not begin within \(limit)"
            }
        let facts: KeyValuePairs<String, JSON?> = [
            "seq": progress.seq.map { .int($0) }, "timeout": isLate ? .int(timeout) : nil,
        ]
        return .failed(.interrupted(request.place.name, reason, facts), reason: reason)
    }

    private func report(_ line: ArraySlice<UInt8>, _ request: VerificationRequest) {
        if line.isEmpty { return }
        StandardError.write(Layout.visible("\(request.place.name): \(String(decoding: line, as: UTF8.self))"))
    }
}
