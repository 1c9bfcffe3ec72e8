internal import TimelineJournal

extension Replayer {
    /// The last state, had some steps not been, or been others. All that followed is reduced again; the states that were
    /// recorded after the first change are passed over, except those that were set from outside.
    ///
    /// - Parameters:
    ///   - skipped: Numbers of steps that were not to be.
    ///   - changed: By the number of a step, the action in its place.
    /// - Throws: `ReplayError`, where there is no such step, or one that follows cannot be reduced again.
    public func today(
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
