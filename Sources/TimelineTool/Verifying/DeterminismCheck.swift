internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

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
        _ program: P, _ journal: Journal, fresh: Bool, isIsolated: Bool = false,
        on range: ClosedRange<Int>, _ differingPaths: @escaping (JSON, JSON) throws -> [String] = JSON.differingPaths
    ) throws {
        // No step made the first state.
        if range.upperBound == journal.first { return }
        let replay = agreement(program, journal, fresh: fresh, isIsolated: isIsolated, differingPaths)
        do { try replay.require(on: range) } catch let error as Disagreement { throw try toolError(error, journal) }
    }

    /// Throws if a replay that passes through the recorded state before gives another state.
    func requireCoding(
        _ program: some Program, _ journal: Journal, at seq: Int,
        _ differingPaths: @escaping (JSON, JSON) throws -> [String]
    ) throws {
        guard argument.otherProcess(journal, fresh: false) != nil else { return }
        let loss = try agreement(program, journal, fresh: false, differingPaths).codingLoss(in: seq...seq)
        if let loss { throw try toolError(loss, journal) }
    }

    private func agreement<P: Program>(
        _ program: P, _ journal: Journal, fresh: Bool, isIsolated: Bool = false,
        _ differingPaths: @escaping (JSON, JSON) throws -> [String]
    ) -> ReplayAgreement<P> {
        ReplayAgreement(
            { TrapReport.watched(Replayer(program, journal, fresh: fresh)) },
            otherProcess: argument.otherProcess(journal, fresh: fresh), isIsolated: isIsolated, reading: differingPaths)
    }

    static let fields: Fields<(error: Disagreement, step: Step?)> = """
        notDeterministic\({ $0 }, """
            seq\({ $0.error.seq }) // The step after which they differ.
            paths\({ $0.error.paths }), action?\({ $0.step?.action })
            fault?\({ $0.error.isOfReducer ? nil : $0.error.contrast.rawValue })
            """)
        """

    func toolError(_ error: Disagreement, _ journal: Journal) throws -> ToolError {
        let step = try journal.step(error.seq)
        if isJSON { StandardOutput.print(Self.fields.json((error, step)).description) }
        let text: [String?] =
            if let fault = error.stateFault {
                ["can't tell \(question).", Layout.visible(fault, exceptLines: true)]
            } else {
                [
                    "can't tell \(question): the reducer is not deterministic.",
                    "Two replays differ \(Layout.visible(error.place)):",
                    step.map { StepText.line($0, width: nil, showsCause: true) },
                    "A reducer must depend on the state and the action alone, not on a clock, a random number or the order of a set.",
                    "It can get such values from `Generated`, which records them.",
                ]
            }
        return ToolError(.cannotTell, (text + [try advice(error.seq)]).compactMap(\.self).joined(separator: "\n"))
    }
}

extension JournalArgument {
    /// Nil where no other process can read the timeline.
    func otherProcess(
        _ journal: Journal, fresh: Bool
    ) -> ((_ range: ClosedRange<Int>, _ passing: Int?) throws -> StateSequence)? {
        // Standard input cannot be read by two processes.
        if file == "-" { return nil }
        let files = journal.isSearched ? [file] : journal.segments.map(\.name)
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

extension RequestedStates {
    /// Throws if a second replay in this process makes another state, or a replay that passes through the recorded state before. Of a
    /// long recording, the latter only if no recorded state near confirms this one.
    func requireDeterminism(
        at seq: Int, of argument: JournalArgument, _ differingPaths: @escaping (JSON, JSON) throws -> [String]
    ) throws {
        guard let program, seq > journal.first else { return }
        var check = DeterminismCheck(argument: argument, question: "the state after step \(seq)", isJSON: false)
        if SupervisedProcess.isIntact, case let again = try Self.replay(program, journal, [seq], fresh: isFresh),
            case let paths = try differingPaths(values[0], again.values[0]), !paths.isEmpty
        {
            // It may begin with an earlier step.
            try check.require(program, journal, fresh: isFresh, on: seq...seq, differingPaths)
            throw try check.toolError(Disagreement(contrast: .sameProcess, seq: seq, paths: paths), journal)
        }
        if isFresh { return }
        if journal.last - journal.first > 4096, case .confirmed? = try? Self.evidence(program, journal, seq) { return }
        check.advice = { _ in "--fresh shows the state of a replay from the first one on." }
        try check.requireCoding(program, journal, at: seq, differingPaths)
    }
}
