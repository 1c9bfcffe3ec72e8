internal import TimelineJSON
internal import TimelineJournal
internal import TimelineKit

/// The states of a timeline as JSON: those that are on file without a program, the others by replay.
struct States {
    private let journal: any ReplayableJournal
    private let option: ProgramOption
    private var replayed: ((Int) throws -> JSON)?

    init(_ journal: any ReplayableJournal, _ option: ProgramOption) {
        self.journal = journal
        self.option = option
    }

    mutating func state(at seq: Int) throws(ToolError) -> JSON {
        do {
            if let checkpoint = try journal.checkpoint(atOrBefore: seq), checkpoint.seq == seq {
                return try journal.state(at: checkpoint).value
            }
            if let replayed { return try replayed(seq) }
            let program: any Program
            do throws(ToolError) {
                program = try option.program(journal.header.program, for: journal.name)
            } catch {
                throw error.saying(needsReplay(seq))
            }
            let states = replaying(program)
            replayed = states
            return try states(seq)
        } catch {
            throw ToolError(error)
        }
    }

    private func needsReplay(_ seq: Int) -> String {
        let near = (try? journal.checkpoint(atOrBefore: seq))?.seq
        let next = (try? journal.checkpoint(after: seq))?.seq
        let places = [near, next].compactMap { $0.map(String.init) }.joined(separator: " and ")
        return """
            the state after step \(seq) is not on file (the nearest are those after \(places)), so it must be replayed.

            """
    }

    private func replaying(_ program: some Program) -> (Int) throws -> JSON {
        var replayer = TrapReport.watched(Replayer(program, journal))
        return { try JSONCoding.encode(replayer.state(at: $0)).value }
    }
}
