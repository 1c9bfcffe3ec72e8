internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

/// States at some positions, as they are on file, without a program. If one is not there, and with `--fresh`, all are replayed, and as the
/// program encodes them: another version may have encoded sets in another order.
struct RequestedStates {
    let journal: Journal
    let isFresh: Bool
    /// Nil if all states are on file.
    let program: (any Program)?
    let values: [JSON]
    private let replayedPositions: [Int]
    private let notes: [String]

    init(_ positions: [Int], of journal: Journal, _ option: ProgramOption, fresh isFresh: Bool = false) throws {
        (self.journal, self.isFresh) = (journal, isFresh)
        let name = journal.header.program
        // An executable in --program that cannot be run is an error, even if the states are on file.
        if option.path != nil { _ = try option.program(name, for: journal.name) }
        let recorded = try positions.map { isFresh ? nil : try journal.recordedState(at: $0) }
        replayedPositions = zip(positions, recorded).filter { $1 == nil }.map(\.0)
        guard let first = replayedPositions.first else {
            (program, values, notes) = (nil, recorded.compactMap { $0?.value }, [])
            return
        }
        let program: any Program
        do throws(ToolError) { program = try option.program(name, for: journal.name) } catch {
            throw isFresh ? error : error.prepending(Self.missingStateText(first, journal))
        }
        self.program = program
        (values, notes) = try Self.replay(program, journal, positions, fresh: isFresh)
    }

    /// The states, and what a fresh replay passed over.
    static func replay(
        _ program: some Program, _ journal: Journal, _ positions: [Int], fresh isFresh: Bool = false,
        isEdited: Bool = false
    ) throws -> (values: [JSON], notes: [String]) {
        var replayer = TrapReport.watched(Replayer(program, journal, fresh: isFresh), isEdited: isEdited)
        let values = try positions.map {
            try ReplayError.encode(try replayer.state(at: $0), at: $0, of: journal.name).value
        }
        return (values, isFresh ? SkippedText.notes(onFresh: replayer.skippedSteps, from: replayer.first) : [])
    }

    private static func missingStateText(_ seq: Int, _ journal: Journal) -> String {
        let near = (try? journal.checkpoint(atOrBefore: seq))?.seq
        let next = (try? journal.checkpoint(after: seq))?.seq
        let places = [near, next].compactMap { $0.map(String.init) }.joined(separator: " and ")
        return """
            the state after step \(seq) is not in the file (the nearest are those after \(places)), so it requires replay.

            """
    }

    /// Neighbors are one range.
    var replayedRanges: [ClosedRange<Int>] {
        RangeSet(replayedPositions.map { $0..<$0 + 1 }).ranges.map { $0.lowerBound...$0.upperBound - 1 }
    }

    /// Call this after the states are printed, because the comparison reduces more steps.
    func warn() throws {
        notes.forEach { StandardError.write($0) }
        StandardOutput.flush()
        guard !isFresh, let program else { return }
        for seq in replayedPositions {
            guard let warning = try Self.disagreement(program, journal, seq) else { continue }
            return StandardError.write("Warning: \(warning). --fresh shows the states that the present program makes.")
        }
    }

    /// Nil if the next snapshot is more than 1,024 steps away, and further than the replay to `seq` was.
    static func evidence(_ program: some Program, _ journal: Journal, _ seq: Int) throws -> BisectAnswer.Evidence? {
        let start = try journal.checkpoint(atOrBefore: seq)?.seq ?? journal.first
        guard seq > start, let next = try journal.snapshot(from: seq)?.seq, next - seq <= max(1024, seq - start) else {
            return nil
        }
        var states = TrapReport.states(program, journal)
        return try states.evidence(for: seq...seq)
    }

    static func disagreement(_ program: some Program, _ journal: Journal, _ seq: Int) throws -> String? {
        do { _ = try evidence(program, journal, seq) } catch let divergence as BisectDivergence {
            let why =
                divergence.codingLoss == nil
                ? "the program has changed since, or it is not pure" : "the state does not survive its coding"
            return """
                replay disagrees with the state recorded after step \(divergence.seq), so the state after step \(seq) may \
                differ from the one in the app: \(why)
                """
        }
        return nil
    }
}
