#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif
internal import TimelineJournal

extension Replayer {
    /// Reduces an action, with the values that its step generated.
    ///
    /// - Parameter isExploratory: Whether a value that is not on file is made, and is no error. It always is in a fresh replay.
    func reduce(
        _ action: P.Action, of step: Step, _ cursor: ReplayCursor<P>, isExploratory: Bool
    ) throws(ReplayError) {
        guard hasGeneratedValues else { return program.reduce(&cursor.state, action) }
        let recorded = try convertingErrors { () throws(JournalError) in try cursor.takeGeneratedValues(of: step.seq) }
        let values = RecordedValues(recorded, isExploratory: isFresh || isExploratory, generator(of: step))
        GeneratedScope.reduce(.replay(values)) { program.reduce(&cursor.state, action) }
        cursor.madeValues += values.made
        if let mismatch = values.finish() {
            throw ReplayError(.generated(seq: step.seq, file: journal.name, mismatch))
        }
    }

    /// The same values in each replay of a step.
    private func generator(of step: Step) -> SeededGenerator {
        // FNV-1a.
        let seed = journal.header.session.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
        // Without fractions, which this strategy does not read.
        let started = try? Date(String(journal.header.started.prefix(19)) + "Z", strategy: .iso8601)
        return SeededGenerator(
            seed: seed ^ UInt64(step.seq) &* 0x9E37_79B9_7F4A_7C15,
            seconds: (started?.timeIntervalSinceReferenceDate ?? 0) + step.at.seconds)
    }
}
