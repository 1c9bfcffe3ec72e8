internal import TimelineDebugger
internal import TimelineJSON
internal import TimelineJournal
internal import TimelineKit

/// The states of a timeline as JSON: those that are on file without a program, the others by replay; in a fresh one all.
struct States {
    private let journal: any ReplayableJournal
    private let option: ProgramOption
    private let isFresh: Bool
    private var replayed: ((Int) throws -> (state: JSON, notes: [String]))?
    private var disagreement: ((Int) throws -> String?)?
    /// The positions whose states replay made.
    private var made: [Int] = []

    /// What the last state does not rest on, where it was made by a fresh replay.
    private(set) var notes: [String] = []

    init(_ journal: any ReplayableJournal, _ option: ProgramOption, fresh isFresh: Bool = false) {
        self.journal = journal
        self.option = option
        self.isFresh = isFresh
    }

    mutating func state(at seq: Int) throws(ToolError) -> JSON {
        do {
            if !isFresh, let checkpoint = try journal.checkpoint(atOrBefore: seq), checkpoint.seq == seq {
                return try journal.state(at: checkpoint).value
            }
            made.append(seq)
            if let replayed { return try note(replayed(seq)) }
            let program: any Program
            do throws(ToolError) {
                program = try option.program(journal.header.program, for: journal.name)
            } catch {
                throw isFresh ? error : error.saying(needsReplay(seq))
            }
            let states = replaying(program)
            replayed = states
            if !isFresh { disagreement = { [journal] in try Self.disagreement(program, journal, $0) } }
            return try note(states(seq))
        } catch {
            throw ToolError(error)
        }
    }

    /// Warns where replay made a state and disagrees with the recording: the program is another than the one that ran, and the
    /// state is one that neither of them left. To be called when the states were shown, since it reduces more steps.
    func warn() throws(ToolError) {
        guard let disagreement else { return }
        do {
            for seq in made {
                guard let warning = try disagreement(seq) else { continue }
                return StandardError.write("Warning: \(warning). --fresh shows the states that it makes now.")
            }
        } catch {
            throw ToolError(error)
        }
    }

    /// What is wrong with the state after step `seq` that replay makes: it is compared with the next snapshot, unless that is
    /// farther away than the recorded state that replay began with, and than 1,024 steps.
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
                replay disagrees with the state that was recorded after step \(divergence.seq), so the state after step \(seq) may not \
                be the one that the app had: the program has changed since, or it is not pure
                """
        }
        return nil
    }

    /// Two states for a comparison: both as they are on file, or both as the program writes them, since a recording of
    /// another version may have written sets and dictionaries in another order.
    mutating func states(at one: Int, _ other: Int) throws(ToolError) -> (JSON, JSON) {
        let states = (try state(at: one), try state(at: other))
        guard let replayed, !isFresh else { return states }
        do { return (try replayed(one).state, try replayed(other).state) } catch { throw ToolError(error) }
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
            the state after step \(seq) is not on file (the nearest are those after \(places)), so it must be replayed.

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
