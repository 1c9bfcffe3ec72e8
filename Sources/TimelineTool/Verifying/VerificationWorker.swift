internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

/// Where a reducer traps, only its timeline is trapped, and a new process verifies the others. Not thread-safe.
final class VerificationWorker {
    /// The seconds in which replay must continue; 0 for no limit.
    private let timeout: Int
    private let question: ResponseQuestion?
    private let printed: PrintedLines
    private var process: ProgramProcess?
    private var name = ""
    /// What a process found before it ended. A second process may find less.
    private var partial: VerificationAnswer?
    private var isSearchingCause = false
    /// How often this process reported the divergence: before the search for its cause, and after it.
    private var divergences = 0
    private var ending = ChildProcess.Ending.exited(0)

    init(timeout: Int, asking question: ResponseQuestion?, printed: PrintedLines) {
        (self.timeout, self.question, self.printed) = (timeout, question, printed)
    }

    func answer(_ place: TimelinePlace, against other: String?, isThorough: Bool) throws -> VerificationAnswer {
        let request = ReplayRequest(place: place, task: .verify(other: other, question, isThorough: isThorough))
        name = place.name
        partial = nil
        isSearchingCause = false
        if let answer = try answer(to: request) ?? answer(to: request) { return answer }
        let fact: JSON =
            switch ending {
            case .exited(let status): ["status": .int(status)]
            case .signaled(let signal): ["signal": .string(Signal(rawValue: signal).name)]
            }
        return interrupted(
            "the process that \(isSearchingCause ? "replays" : "verifies it") ended twice: it \(ending.text)", fact)
    }

    private func failed(_ failure: VerificationAnswer, because reason: String) -> VerificationAnswer {
        guard var answer = partial else { return failure }
        if isSearchingCause { answer.endWithoutCause(because: reason) } else { answer.add(failure, because: reason) }
        return answer
    }

    private func interrupted(_ reason: String, _ facts: JSON) -> VerificationAnswer {
        failed(.interrupted(name, reason, facts), because: reason)
    }

    /// Hashes have another seed in a new process, and globals their first values.
    func restart() { process = nil }

    /// Nil if the process ended and did not report why: the system may have ended it. Otherwise, another process would find no more.
    private func answer(to request: ReplayRequest) throws -> VerificationAnswer? {
        let process = try self.process ?? start()
        self.process = process
        divergences = 0
        try process.ask(request)
        while true {
            let next: (answer: ReplayAnswer, byteCount: Int)?
            do { next = try process.next(ReplayAnswer.self) } catch { return unreadable("\(error)") }
            switch next?.answer {
            case .verified(var answer)?:
                answer.byteCount = next?.byteCount ?? 0
                return answer
            case .partial(let answer)?: take(answer)
            case .failed(let why)?: return unreadable(why)
            case .element?, .end?, .outcome?: return unreadable("it has another form than expected")
            case nil: return try answer(ofEnded: process, request.place)
            }
        }
    }

    private func answer(ofEnded process: ProgramProcess, _ place: TimelinePlace) throws -> VerificationAnswer? {
        self.process = nil
        let (ending, isLate) = try process.end()
        self.ending = ending
        let progress = process.progress
        if let trap = TrapReport.TrapError(progress) { return trapped(trap, place) }
        return Self.reason(process, ending, isLate: isLate).map {
            interrupted($0, .members(["seq": progress.seq.map { .int($0) }, "timeout": isLate ? .int(timeout) : nil]))
        }
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

    private func start() throws -> ProgramProcess {
        try ProgramProcess(seconds: timeout, onlyReducers: false) { [unowned self] line in
            if line.isEmpty { return }
            printed.show(Layout.visible("\(name): \(String(decoding: line, as: UTF8.self))"))
        }
    }

    private func unreadable(_ why: String) -> VerificationAnswer {
        // The process waits for the next request, or for a reader. It ends with its input.
        process = nil
        let reason = "the answer of the process that verifies it cannot be read: \(why)"
        return interrupted(reason, ["reason": .string(reason)])
    }

    private func trapped(_ trap: TrapReport.TrapError, _ place: TimelinePlace) -> VerificationAnswer {
        let divergence = trap.isSurvived && partial?.cause == nil ? divergence(trap, place) : nil
        let answer = divergence ?? VerificationAnswer(name, .trapped, ["seq": .int(trap.step)], trap.reason)
        let again = "the reducer trapped in step \(trap.step) when it replayed that step again"
        return failed(answer, because: isSearchingCause ? again : answer.body)
    }

    /// Where replay traps and the recording does not.
    private func divergence(_ trap: TrapReport.TrapError, _ place: TimelinePlace) -> VerificationAnswer {
        let journal = place.files == ["-"] ? nil : try? place.open(unpacker: GzipUnpacker()).journal
        guard let journal, let agreed = try? journal.checkpoint(atOrBefore: trap.step - 1)?.seq else {
            let divergence: JSON = ["seq": .int(trap.step), "agreedUpTo": 0, "cause": "unknown"]
            return VerificationAnswer(name, .diverged, ["divergence": divergence], trap.reason)
        }
        let divergence = VerifiedDivergence(trapIn: trap.step, agreedUpTo: agreed) {
            try OtherStates.sequence(
                of: place, by: CurrentProcess.executable, agreed...trap.step, fresh: false,
                process: "another process that replays these steps", seconds: timeout)
        }
        return VerificationText.answer(
            name, journal, version: LinkedProgram.current?.version ?? "", Verification(divergence: divergence))
    }

    /// Why a process was ended whose reducer did not return, or started another one; nil if it ended in another way.
    static func reason(_ process: ProgramProcess, _ ending: ChildProcess.Ending, isLate: Bool) -> String? {
        let (progress, limit) = (process.progress, Layout.count(process.seconds, "second"))
        guard isLate || ending == .signaled(Signal.forbiddenCall.rawValue) && progress.isReducing else { return nil }
        return switch progress.seq {
        case let seq? where !isLate: "the reducer of step \(seq) started a process"
        case let seq? where progress.isReducing: "the reducer of step \(seq) did not return within \(limit)"
        case let seq?: "replay did not continue after step \(seq) for \(limit)"
        case nil: "replay did not begin within \(limit)"
        }
    }
}
