internal import TimelineJournal

extension Replayer {
    /// The last state of a run without some steps, or with other actions in their place. All later steps are reduced again;
    /// recorded snapshots after the first change are not used, but states that were set from outside are.
    ///
    /// - Parameters:
    ///   - skipped: The numbers of the steps to leave out.
    ///   - changed: The actions to reduce instead, by the number of the step.
    /// - Throws: `ReplayError` if there is no such step, or a later one cannot be reduced again.
    public func lastState(
        skipping skipped: Set<Int> = [], changing changed: [Int: P.Action] = [:]
    ) throws(ReplayError) -> P.State {
        let numbers = skipped.union(changed.keys)
        for seq in numbers.sorted() where seq <= first || seq > last {
            throw ReplayError(.noSuchStep(seq: seq, file: journal.name, first: first + 1, last: last))
        }
        let before = numbers.min().map { $0 - 1 } ?? last
        var copy = self
        let walk = try copy.start(for: before)
        while walk.seq < last {
            let seq = walk.seq + 1
            if let action = changed[seq], !skipped.contains(seq) {
                _ = try nextStep(walk, to: last)
                program.reduce(&walk.state, action)
                walk.seq = seq
            } else if skipped.contains(seq) {
                _ = try nextStep(walk, to: last)
                walk.seq = seq
            } else {
                try step(walk, to: last)
            }
        }
        return walk.state
    }
}
