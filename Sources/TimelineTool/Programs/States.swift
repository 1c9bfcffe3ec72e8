internal import TimelineJSON
internal import TimelineJournal
internal import TimelineKit

/// The states of a timeline as JSON: those that are on file without a program, the others by replay; in a fresh one all.
struct States {
    private let journal: any ReplayableJournal
    private let option: ProgramOption
    private let isFresh: Bool
    private var replayed: ((Int) throws -> (state: JSON, notes: [String]))?

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
            if let replayed { return try note(replayed(seq)) }
            let program: any Program
            do throws(ToolError) {
                program = try option.program(journal.header.program, for: journal.name)
            } catch {
                throw isFresh ? error : error.saying(needsReplay(seq))
            }
            let states = replaying(program)
            replayed = states
            return try note(states(seq))
        } catch {
            throw ToolError(error)
        }
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
