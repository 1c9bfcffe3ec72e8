internal import TimelineDebugger
internal import TimelineJSON
internal import TimelineJournal
internal import TimelineKit
internal import TimelineQuerying
internal import TimelineSystem

/// Refuses an answer that would change from run to run, as the reducer is not deterministic, or with the state that replay begins with.
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
        replays differ there, the reducer is not deterministic, or the state does not survive its coding, and the command \
        exits with 2.
        """

    /// Nil where no step is left to look at.
    static func advice(_ option: String, after seq: Int, first: Int) -> String? {
        seq - 1 > first ? "Up to the step before, no difference was found: pass \(option) \(seq - 1)." : nil
    }

    func require<P: Program>(
        _ program: P, _ journal: any ReplayableJournal, fresh: Bool, isIsolated: Bool = false,
        on range: ClosedRange<Int>, _ differingPaths: @escaping (JSON, JSON) throws -> [String] = JSON.differingPaths
    ) throws {
        // No step made the first state.
        if range.upperBound == journal.first { return }
        let replay = ReplayAgreement(
            { TrapReport.watched(Replayer(program, journal, fresh: fresh)) },
            otherProcess: argument.otherProcess(journal, fresh: fresh), isIsolated: isIsolated, reading: differingPaths)
        do { try replay.require(on: range) } catch let error as Disagreement { throw try toolError(error, journal) }
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
            return verdicts[0] == verdicts[1] ? [] : JSON.differingPaths(one, other)
        }
    }

    func toolError(_ error: Disagreement, _ journal: any ReplayableJournal) throws -> ToolError {
        var lines = StepLines(journal)
        let line = try lines.line(of: error.seq)
        var step: Step?
        if case .step(let found)? = line?.content { step = found }
        if isJSON {
            let paths = error.paths.map { JSON.string($0) }
            let action: JSON? = if case .action(let text)? = step?.change { text.value } else { nil }
            StandardOutput.print(
                JSON.members([
                    "notDeterministic": .members([
                        "seq": .int(error.seq), "paths": .array(paths), "action": action,
                        "fault": error.isOfReducer ? nil : .string(error.contrast.rawValue),
                    ])
                ]).description)
        }
        if let fault = error.stateFault {
            let text = ["can't tell \(question).", Layout.visible(fault, exceptLines: true), try advice(error.seq)]
            return ToolError(.cannotTell, text.compactMap(\.self).joined(separator: "\n"))
        }
        let text = [
            "can't tell \(question): the reducer is not deterministic.",
            "Two replays differ \(Layout.visible(error.place)):",
            step.map { StepText.line($0, width: nil, showsCause: true) },
            "A reducer must depend on the state and the action alone, not on a clock, a random number or the order of a set.",
            "It can get such values from `Generated`, which records them.", try advice(error.seq),
        ]
        return ToolError(.cannotTell, text.compactMap(\.self).joined(separator: "\n"))
    }
}

extension JournalArgument {
    /// Nil where no other process can read the timeline.
    func otherProcess(
        _ journal: any ReplayableJournal, fresh: Bool
    ) -> ((_ range: ClosedRange<Int>, _ passing: Int?) throws -> StateSequence)? {
        // Standard input cannot be read by two processes.
        if file == "-" { return nil }
        let files = journal is SearchedJournal ? [file] : journal.segments.map(\.name)
        // An edited timeline is in this process alone.
        if !files.allSatisfy({ FileStatus.exists($0) || JournalFolder.run($0) != nil }) { return nil }
        return { range, passing in
            do {
                return try OtherStates.sequence(
                    of: TimelinePlace(name: journal.name, files: files), by: CurrentProcess.executable, range,
                    passing: passing, fresh: fresh, process: "another process", seeking: recover.how != .salvage)
            } catch let error as ChildProcess.StartError {
                throw InterruptedReplay("another process", before: nil, ending: error.description)
            }
        }
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
        throw try check.toolError(Disagreement(contrast: .sameProcess, seq: seq, paths: paths), journal)
    }

    /// Throws if a replay that passes through the recorded state before gives another state. Of a long recording, only if no
    /// recorded state near confirms this one.
    func requireCoding(
        of argument: JournalArgument, at seq: Int, reading: @escaping (JSON, JSON) throws -> [String]
    ) throws {
        guard let program, !isFresh else { return }
        if journal.last - journal.first > 4096, Self.isConfirmed(program, journal, seq) { return }
        try requireCoding(program, argument, seq, reading)
    }

    private func requireCoding<P: Program>(
        _ program: P, _ argument: JournalArgument, _ seq: Int, _ reading: @escaping (JSON, JSON) throws -> [String]
    ) throws {
        guard let otherProcess = argument.otherProcess(journal, fresh: false) else { return }
        let agreement = ReplayAgreement(
            { TrapReport.watched(Replayer(program, journal)) }, otherProcess: otherProcess, reading: reading)
        guard let loss = try agreement.codingLoss(in: seq...seq) else { return }
        let check = DeterminismCheck(argument: argument, question: "the state after step \(seq)", isJSON: false) { _ in
            "--fresh shows the state of a replay from the first one on."
        }
        throw try check.toolError(loss, journal)
    }

    /// Throws if the replayed states would change from run to run.
    func requireDeterminism(
        of argument: JournalArgument, _ question: String, isJSON: Bool,
        advice: @escaping () throws -> String? = { nil },
        differingPaths: @escaping (JSON, JSON) throws -> [String] = JSON.differingPaths
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
