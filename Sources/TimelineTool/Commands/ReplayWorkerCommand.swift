internal import ArgumentParser
internal import TimelineDebugger
internal import TimelineJSON
internal import TimelineJournal
internal import TimelineKit
internal import TimelineSystem

/// Replays for `verify`, and for the commands that compare two replays. Not for people, so the help does not list it.
struct ReplayWorkerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: VerificationWorker.command, abstract: "Replay timelines, for verify and others.",
        shouldDisplay: false, aliases: [OtherStates.command])

    func run() throws {
        var requests = try InputLines(descriptor: PipedProcess.inputDescriptor)
        while let line = try requests.next() {
            guard let request = try? JSONCoding.decode(ReplayRequest.self, from: line) else {
                try SupervisedProcess.answer(ReplayAnswer.failed("it is of another version of Timeline"))
                continue
            }
            do { try answer(request) } catch {
                try SupervisedProcess.answer(ReplayAnswer.failed(ToolError(error).message))
            }
        }
    }

    private func answer(_ request: ReplayRequest) throws {
        switch request.task {
        case .verify(let other, let isThorough):
            let verification = TimelineVerification(place: request.place, other: other, isThorough: isThorough) {
                try? SupervisedProcess.answer(ReplayAnswer.partial($0))
            }
            try SupervisedProcess.answer(ReplayAnswer.verified(verification.answer()))
        case .states(let range, let passing, let isFresh, let isSeeking):
            let place = request.place
            let journal: any ReplayableJournal =
                if isSeeking, let found = SearchedJournal.open(place.files[0]) {
                    found
                } else {
                    try place.open(unpacker: try GzipUnpacker()).journal
                }
            guard let program = LinkedProgram.current, program.name == journal.header.program else {
                let held = LinkedProgram.current.map { "the program \"\($0.name)\"" } ?? "no program"
                throw ToolError(
                    .unavailable,
                    "\(place.name) was recorded by the program \"\(journal.header.program)\", and this executable holds \(held)"
                )
            }
            try answer(program, journal, range, passing: passing, isFresh: isFresh)
        }
    }

    private func answer(
        _ program: some Program, _ journal: any ReplayableJournal, _ range: ClosedRange<Int>, passing: Int?,
        isFresh: Bool
    ) throws {
        let states = StateSequence(
            TrapReport.watched(Replayer(program, journal, fresh: isFresh)), range, passing: passing)
        while let element = try states.next() { try SupervisedProcess.answer(ReplayAnswer.element(element)) }
        try SupervisedProcess.answer(ReplayAnswer.end)
    }
}
