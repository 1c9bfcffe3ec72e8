internal import ArgumentParser
internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

/// Runs code of the program for the commands that ask it. Not for people, so the help does not list it.
struct WorkerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: ProgramProcess.command, abstract: "Run the program for other commands.", shouldDisplay: false,
        aliases: [OtherStates.command])

    func run() throws {
        var requests = try InputLines(descriptor: ProgramProcess.Descriptor.requests)
        while let line = try requests.next() {
            do {
                if let request = try? JSONCoding.decode(ReplayRequest.self, from: line) {
                    try answer(request)
                } else if let request = try? JSONCoding.decode(EditRequest.self, from: line) {
                    try request.answer()
                } else if let setup = try? JSONCoding.decode(TrialSetup.self, from: line) {
                    let (program, text, progress) = try Self.begin()
                    try setup.serve(
                        program, text: text, progress, next: { try requests.next() }, answer: SupervisedProcess.answer)
                } else if let search = try? JSONCoding.decode(ExploreRequest.self, from: line) {
                    let (program, text, progress) = try Self.begin()
                    try search.serve(
                        program, text: text, progress, next: { try requests.next() }, answer: SupervisedProcess.answer)
                } else {
                    try SupervisedProcess.answer(ReplayAnswer.failed("it is of another version of Timeline"))
                }
            } catch { try SupervisedProcess.answer(ReplayAnswer.failed(ToolError(error).message)) }
        }
    }

    /// What runs are reduced with: the program, their text, and where their progress is noted. The process starts no other.
    private static func begin() throws -> (program: any Program, text: [UInt8], progress: ReplayProgress) {
        guard let progress = SupervisedProcess.progress else {
            throw ToolError(.usage, "this command is for the tool itself")
        }
        let program = try LinkedProgram.required()
        CurrentProcess.forbidChildren(isLast: true)
        var text: [UInt8] = []
        while case let bytes = try FileDescriptor.read(0, count: 1 << 20, named: "standard input"), !bytes.isEmpty {
            text += bytes
        }
        return (program, text, progress)
    }

    private func answer(_ request: ReplayRequest) throws {
        switch request.task {
        case .verify(let other, let question, let isThorough):
            let verification = TimelineVerification(
                place: request.place, other: other, question: question, isThorough: isThorough
            ) {
                try? SupervisedProcess.answer(ReplayAnswer.partial($0))
            }
            try SupervisedProcess.answer(ReplayAnswer.verified(verification.answer()))
        case .states(let range, let passing, let isFresh, let isSeeking):
            let place = request.place
            let journal: Journal =
                if isSeeking, let found = Journal.searched(place.files[0]) {
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
        _ program: some Program, _ journal: Journal, _ range: ClosedRange<Int>, passing: Int?, isFresh: Bool
    ) throws {
        let replayer = TrapReport.watched(Replayer(program, journal, fresh: isFresh))
        let states = StateSequence(replayer, range, passing: passing)
        while let element = try states.next() { try SupervisedProcess.answer(ReplayAnswer.element(element)) }
        try SupervisedProcess.answer(ReplayAnswer.end)
    }
}
