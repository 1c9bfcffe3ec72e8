internal import TimelineDebugger
internal import TimelineJSON
internal import TimelineJournal
internal import TimelineKit
internal import TimelineQuerying
internal import TimelineSystem

/// Refuses an answer that would change from run to run, as the reducer is not deterministic.
///
///     {"notDeterministic":{"seq":12,"paths":["$.total"],"action":{"added":{"amount":3}}}}
struct DeterminismCheck {
    let argument: JournalArgument
    /// `when $.count < 0 was true`.
    let question: String
    let isJSON: Bool
    /// What the same command can tell although replays differ after a step.
    var advice: (_ seq: Int) throws -> String? = { _ in nil }

    static let help = """
        The states that the answer depends on are replayed again in another process, up to 4,096 of the last ones; if \
        replays differ there, the reducer is not deterministic, and the command exits with 2.
        """

    /// Nil where no step is left to look at.
    static func advice(_ option: String, after seq: Int, first: Int) -> String? {
        seq - 1 > first ? "Up to the step before, no difference was found: pass \(option) \(seq - 1)." : nil
    }

    func require<P: Program>(
        _ program: P, _ journal: any ReplayableJournal, fresh: Bool, isIsolated: Bool = false,
        on range: ClosedRange<Int>,
        _ differingPaths: @escaping (JSON, JSON) throws -> [String]
    ) throws {
        // No step made the first state.
        if range.upperBound == journal.first { return }
        let replay = SecondReplay(
            { TrapReport.watched(Replayer(program, journal, fresh: fresh)) },
            otherProcess: otherProcess(journal, fresh: fresh), isIsolated: isIsolated, differingPaths: differingPaths)
        do { try replay.requireAgreement(on: range) } catch let error as NotDeterministicError {
            throw try toolError(error, journal)
        }
    }

    /// States differ where the predicate judges them differently; with `--bad`, in what the condition reads.
    func require<P: Program>(
        _ program: P, _ journal: any ReplayableJournal, fresh: Bool, isIsolated: Bool = false,
        on range: ClosedRange<Int>, judgedBy predicates: PredicateOptions
    ) throws {
        if let bad = predicates.bad {
            let condition = try JSONCondition(parsing: bad)
            return try require(
                program, journal, fresh: fresh, isIsolated: isIsolated, on: range, condition.differingPaths)
        }
        guard let predicate = try predicates.predicate(program) else { return }
        try require(program, journal, fresh: fresh, isIsolated: isIsolated, on: range) { one, other in
            let verdicts = try [one, other].map {
                try predicate.verdict(on: JSONCoding.decode(P.State.self, from: JSONText($0)))
            }
            return verdicts[0] == verdicts[1] ? [] : one.differingPlaces(from: other).map(\.pathDescription)
        }
    }

    private func otherProcess(
        _ journal: any ReplayableJournal, fresh: Bool
    ) -> ((ClosedRange<Int>) throws -> StateSequence)? {
        // Standard input cannot be read by two processes.
        if argument.file == "-" { return nil }
        let files = journal is SearchedJournal ? [argument.file] : journal.segments.map(\.name)
        // An edited timeline is in this process alone.
        if !files.allSatisfy({ FileStatus.exists($0) || JournalFolder.run($0) != nil }) { return nil }
        return { range in
            do {
                return try StatePrinter.states(
                    of: TimelinePlace(name: journal.name, files: files), by: CurrentProcess.executable, range,
                    fresh: fresh, process: "another process", seeking: argument.recover.how != .salvage)
            } catch let error as ChildProcess.StartError {
                throw InterruptedReplay("another process", before: nil, ending: error.description)
            }
        }
    }

    func toolError(_ error: NotDeterministicError, _ journal: any ReplayableJournal) throws -> ToolError {
        var lines = StepLines(journal)
        let line = try lines.line(of: error.seq)
        var step: Step?
        if case .step(let found)? = line?.content { step = found }
        if isJSON {
            let paths = error.paths.map { JSON.string($0) }
            let action: JSON? = if case .action(let text)? = step?.change { text.value } else { nil }
            StandardOutput.print(
                JSON.members([
                    "notDeterministic": .members(["seq": .int(error.seq), "paths": .array(paths), "action": action])
                ]).description)
        }
        let paths = error.paths.prefix(4).map { Layout.visible($0) }.joined(separator: ", ")
        let more = error.paths.count > 4 ? " and \(error.paths.count - 4) more" : ""
        let text = [
            "can't tell \(question): the reducer is not deterministic.",
            "Two replays differ after step \(error.seq)\(paths.isEmpty ? "" : ", at \(paths)\(more)"):",
            step.map { StepText.line($0, width: nil, showsCause: true) },
            "A reducer must depend on the state and the action alone, not on a clock, a random number or the order of a set.",
            "It can get such values from `Generated`, which records them.", try advice(error.seq),
        ]
        return ToolError(.cannotTell, text.compactMap(\.self).joined(separator: "\n"))
    }
}

extension TimelineStates {
    /// Throws the difference of two replays, or of the earlier step that it begins with.
    func refuse(
        _ paths: [String], after seq: Int, of argument: JournalArgument, _ question: String,
        differingPaths: @escaping (JSON, JSON) throws -> [String]
    ) throws -> Never {
        try requireDeterminism(of: argument, question, isJSON: false, differingPaths: differingPaths)
        let check = DeterminismCheck(argument: argument, question: question, isJSON: false)
        throw try check.toolError(NotDeterministicError(seq: seq, paths: paths), journal)
    }

    /// Throws if the replayed states would change from run to run.
    func requireDeterminism(
        of argument: JournalArgument, _ question: String, isJSON: Bool,
        advice: @escaping () throws -> String? = { nil },
        differingPaths: @escaping (JSON, JSON) throws -> [String] = Self.differingPaths
    ) throws {
        guard let program else { return }
        let check = DeterminismCheck(argument: argument, question: question, isJSON: isJSON) { _ in try advice() }
        let positions = Set(replayedPositions).sorted()
        let areNeighbors = positions.count == 2 && positions[0] + 1 == positions[1]
        for range in areNeighbors ? [positions[0]...positions[1]] : positions.map({ $0...$0 }) {
            try check.require(program, journal, fresh: isFresh, on: range, differingPaths)
        }
    }
}
