internal import TimelineJournal

extension Replayer {
    /// Reduces an action, with the values that its step generated.
    ///
    /// - Parameter isExploratory: Whether a value that is not on file is made, and is no error. It always is in a fresh replay.
    func reduce(
        _ action: P.Action, of step: Step, _ cursor: ReplayCursor<P>, isExploratory: Bool
    ) throws(ReplayError) {
        guard let generators else { return program.reduce(&cursor.state, action) }
        let values = try convertingErrors { () throws(JournalError) in try cursor.takeGeneratedValues(of: step.seq) }
        let mismatch = cursor.reduce(
            program, action, values, isExploratory: isFresh || isExploratory,
            generators.generator(ofStep: step.seq, at: step.at))
        if let mismatch { throw ReplayError(.generated(seq: step.seq, file: journal.name, mismatch)) }
    }
}
