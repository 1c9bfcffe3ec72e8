internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

/// Recorded states are read from the file, without a program; others, and with `--fresh` all, are replayed.
struct TimelineStates {
    let journal: Journal
    private let option: ProgramOption
    let isFresh: Bool
    private var replay: ((Int) throws -> (state: JSON, notes: [String]))?
    /// Nil as long as no state was replayed.
    private(set) var program: (any Program)?
    private var replayedPositions: [Int] = []
    private var notes: [String] = []

    init(_ journal: Journal, _ option: ProgramOption, fresh isFresh: Bool = false) {
        (self.journal, self.option, self.isFresh) = (journal, option, isFresh)
    }

    mutating func state(at seq: Int) throws -> JSON {
        // An executable in --program that cannot be run is an error, even if the state is on file.
        if option.path != nil { _ = try option.program(journal.header.program, for: journal.name) }
        if !isFresh, let state = try journal.recordedState(at: seq) { return state.value }
        let program: any Program
        do throws(ToolError) { program = try option.program(journal.header.program, for: journal.name) } catch {
            throw isFresh ? error : error.prepending(missingStateText(seq))
        }
        let replay = replay ?? makeReplay(program)
        (self.program, self.replay) = (program, replay)
        replayedPositions.append(seq)
        let (state, notes) = try replay(seq)
        self.notes = notes
        return state
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
    static func evidence(
        _ program: some Program, _ journal: Journal, _ seq: Int
    ) throws -> BisectAnswer.Evidence? {
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

    /// If one must be replayed, both are encoded by the program: another version may have encoded sets in another order.
    mutating func states(at one: Int, _ other: Int) throws -> (JSON, JSON) {
        let states = (try state(at: one), try state(at: other))
        guard let replay, !isFresh else { return states }
        return (try replay(one).state, try replay(other).state)
    }

    private func missingStateText(_ seq: Int) -> String {
        let near = (try? journal.checkpoint(atOrBefore: seq))?.seq
        let next = (try? journal.checkpoint(after: seq))?.seq
        let places = [near, next].compactMap { $0.map(String.init) }.joined(separator: " and ")
        return """
            the state after step \(seq) is not in the file (the nearest are those after \(places)), so it requires replay.

            """
    }

    func makeReplay(_ program: some Program) -> (Int) throws -> (state: JSON, notes: [String]) {
        var replayer = TrapReport.watched(Replayer(program, journal, fresh: isFresh))
        return { [name = journal.name] in
            let state = try ReplayError.encode(try replayer.state(at: $0), at: $0, of: name).value
            guard replayer.isFresh else { return (state, []) }
            return (state, SkippedText.notes(onFresh: replayer.skippedSteps, from: replayer.first))
        }
    }
}
