internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

struct TimelineVerification {
    let place: TimelinePlace
    let other: String?
    let question: ResponseQuestion?
    let isThorough: Bool
    let onFinding: (VerificationAnswer) -> Void

    func answer() -> VerificationAnswer {
        do {
            let (journal, salvage) = try place.open(unpacker: try GzipUnpacker())
            // A reducer may trap before there is another finding.
            if let salvage { onFinding(VerificationText.answer(place.name, salvage)) }
            func complete(_ answer: VerificationAnswer) -> VerificationAnswer {
                salvage.map { VerificationText.answer(place.name, $0, rest: answer) } ?? answer
            }
            return complete(answer(on: journal, isSalvaged: salvage != nil) { onFinding(complete($0)) })
        } catch let error as JournalError {
            return VerificationText.answer(place.name, error)
        } catch { return .failed(place.name, .unreadable, ToolError(error).message) }
    }

    private func answer(
        on journal: Journal, isSalvaged: Bool, _ onFinding: @escaping (VerificationAnswer) -> Void
    ) -> VerificationAnswer {
        let name = place.name
        guard let program = LinkedProgram.current, program.name == journal.header.program else {
            let held = LinkedProgram.current.map { "this executable holds \"\($0.name)\"" } ?? "none is linked"
            return .failed(name, .unreachable, "recorded by the program \"\(journal.header.program)\", and \(held)")
        }
        do {
            if let other { return try comparison(program, journal, other) }
            return try verification(program, journal, isSalvaged: isSalvaged, onFinding)
        } catch { return .failed(name, .unreadable, ToolError(error).message) }
    }

    private func verification(
        _ program: some Program, _ journal: Journal, isSalvaged: Bool,
        _ onFinding: @escaping (VerificationAnswer) -> Void
    ) throws -> VerificationAnswer {
        func answer(_ verification: Verification) -> VerificationAnswer {
            VerificationText.answer(place.name, journal, version: program.version, verification)
        }
        let verifier = TimelineVerifier(
            program, journal, asking: question, isSalvaged: isSalvaged, onReducing: TrapReport.watch(journal),
            isThorough: isThorough, onFinding: { onFinding(answer($0)) },
            // Standard input cannot be read by two processes.
            otherProcess: place.files == ["-"]
                ? nil
                : {
                    try OtherStates.sequence(
                        of: place, by: CurrentProcess.executable, $0, passing: $1, fresh: false,
                        process: "another process that replays these steps", seconds: 0)
                })
        return answer(try verifier.verify())
    }

    private func comparison(_ program: some Program, _ journal: Journal, _ other: String) throws -> VerificationAnswer {
        let name = place.name
        guard journal.end >= journal.first else { return VerificationText.answer(name, journal, .init(), other) }
        // The other process reads the file itself: it may have more steps by then.
        let range = journal.first...journal.end
        do {
            let comparison = try InterruptedReplay.retrying {
                let replayer = TrapReport.watched(Replayer(program, journal, fresh: true))
                let others = try OtherStates.sequence(
                    of: place, by: other, range, fresh: true, process: other, seconds: 0)
                return try StateSequence.compare(StateSequence(replayer, range), others)
            }
            return VerificationText.answer(name, journal, comparison, other)
        } catch let error as InterruptedReplay {
            guard let seq = error.seq else {
                return .failed(name, .unreachable, "\(other) printed no state: \(error.ending)")
            }
            return .interrupted(
                name, error.description,
                [
                    "session": .string(journal.header.session), "seq": .int(seq), "reason": .string(error.description),
                ])
        } catch let error as ChildProcess.StartError {
            return .failed(name, .unreachable, error.description)
        }
    }
}
