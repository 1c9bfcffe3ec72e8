internal import TimelineDebugger
internal import TimelineJSON
internal import TimelineJournal
internal import TimelineKit

/// The states of a timeline as JSON: recorded ones without a program, others by replay. A fresh replay makes all of them.
struct States {
    private let journal: any ReplayableJournal
    private let option: ProgramOption
    private let isFresh: Bool
    private var replayed: ((Int) throws -> (state: JSON, notes: [String]))?
    private var disagreement: ((Int) throws -> String?)?
    /// The positions whose states replay made.
    private var made: [Int] = []

    /// The limits of the last state, where a fresh replay made it.
    private var notes: [String] = []

    init(_ journal: any ReplayableJournal, _ option: ProgramOption, fresh isFresh: Bool = false) {
        self.journal = journal
        self.option = option
        self.isFresh = isFresh
    }

    mutating func state(at seq: Int) throws -> JSON {
        if !isFresh, let checkpoint = try journal.checkpoint(atOrBefore: seq), checkpoint.seq == seq {
            return try journal.state(at: checkpoint).value
        }
        made.append(seq)
        if let replayed { return try note(replayed(seq)) }
        let program: any Program
        do throws(ToolError) {
            program = try option.program(journal.header.program, for: journal.name)
        } catch {
            throw isFresh ? error : error.prepending(needsReplay(seq))
        }
        let states = replaying(program)
        replayed = states
        if !isFresh { disagreement = { [journal] in try Self.disagreement(program, journal, $0) } }
        return try note(states(seq))
    }

    /// Prints the limits of the last state, and warns where replay made a state and disagrees with the recording. Call it
    /// after the states are shown, because it reduces more steps.
    func warn() throws {
        notes.forEach { StandardError.write($0) }
        StandardOutput.flush()
        guard let disagreement else { return }
        for seq in made {
            guard let warning = try disagreement(seq) else { continue }
            return StandardError.write("Warning: \(warning). --fresh shows the states that the present program makes.")
        }
    }

    /// Compares the replayed state after step `seq` with the recording, by replaying on to the next snapshot, unless that is
    /// further away than both 1,024 steps and the recorded state that replay began with.
    static func disagreement(
        _ program: some Program, _ journal: any ReplayableJournal, _ seq: Int
    ) throws -> String? {
        let start = try journal.checkpoint(atOrBefore: seq)?.seq ?? journal.first
        guard seq > start, let next = try journal.snapshot(from: seq)?.seq, next - seq <= max(1024, seq - start) else {
            return nil
        }
        var states = ReplayedStates(TrapReport.watched(Replayer(program, journal)))
        do { _ = try states.evidence(for: seq...seq) } catch let divergence as BisectDivergence {
            return """
                replay disagrees with the state recorded after step \(divergence.seq), so the state after step \(seq) may \
                differ from the one in the app: the program has changed since, or it is not pure
                """
        }
        return nil
    }

    /// Two states to compare: both as recorded, or both as the program encodes them, because another version may have
    /// encoded sets and dictionaries in another order.
    mutating func states(at one: Int, _ other: Int) throws -> (JSON, JSON) {
        let states = (try state(at: one), try state(at: other))
        guard let replayed, !isFresh else { return states }
        return (try replayed(one).state, try replayed(other).state)
    }

    private mutating func note(_ replayed: (state: JSON, notes: [String])) -> JSON {
        notes = replayed.notes
        return replayed.state
    }

    private func needsReplay(_ seq: Int) -> String {
        let near = (try? journal.checkpoint(atOrBefore: seq))?.seq
        let next = (try? journal.checkpoint(after: seq))?.seq
        let places = [near, next].compactMap { $0.map(String.init) }.joined(separator: " and ")
        return """
            the state after step \(seq) is not in the file (the nearest are those after \(places)), so it requires replay.

            """
    }

    private func replaying(_ program: some Program) -> (Int) throws -> (state: JSON, notes: [String]) {
        var replayer = TrapReport.watched(Replayer(program, journal, fresh: isFresh))
        return {
            let state = try JSONCoding.encode(replayer.state(at: $0)).value
            guard replayer.isFresh else { return (state, []) }
            return (state, SkippedText.notes(onFresh: replayer.skippedSteps, from: replayer.first))
        }
    }
}
