public import TimelineKit

extension Replayer {
    /// The last state of the timeline without some steps, or with other actions instead of them. All later steps are reduced
    /// again. Recorded snapshots after the first change are ignored; states that were set from outside are not. A reducer may ask
    /// for other generated values than those on file: it gets recorded ones of the same kind, then new ones.
    ///
    /// - Parameters:
    ///   - skipped: The numbers of the steps to leave out.
    ///   - changed: The actions to reduce instead, by the numbers of their steps.
    /// - Throws: `ReplayError` if there is no such step, or a later step cannot be reduced again.
    public func lastState(
        skipping skipped: Set<Int> = [], changing changed: [Int: P.Action] = [:]
    ) throws(ReplayError) -> P.State {
        let numbers = skipped.union(changed.keys)
        for seq in numbers.sorted() where seq <= first || seq > last {
            throw ReplayError(.noSuchStep(seq: seq, file: journal.name, first: first + 1, last: last))
        }
        var copy = self
        let cursor = try copy.startingCursor(for: numbers.min().map { $0 - 1 } ?? last)
        try copy.take(
            cursor, upTo: last, toward: last,
            editing: { (seq, reduce) throws(ReplayError) in
                if skipped.contains(seq) { return true }
                guard let action = changed[seq] else { return false }
                try reduce(action)
                return true
            })
        return cursor.state
    }
}
