package import TimelineKit
package import TimelineReplay

package struct RecordedStates: StateSource {
    package struct NotRecordedError: Error, Equatable { package let seq: Int }

    package let journal: Journal

    package init(_ journal: Journal) { self.journal = journal }

    package var skipped: RangeSet<Int>? { nil }

    package func state(at seq: Int) throws -> JSONText? {
        guard let state = try journal.recordedState(at: seq) else { throw NotRecordedError(seq: seq) }
        return state
    }

    package func unknownStates(around seq: Int) -> ClosedRange<Int> { seq...seq }

    package func walk(
        _ range: ClosedRange<Int>, _ visit: (_ position: Int, _ state: JSONText) throws -> Bool,
        unknown skip: (_ positions: ClosedRange<Int>) throws -> Bool
    ) throws {
        guard let first = try state(at: range.lowerBound), try visit(range.lowerBound, first) else { return }
        var next = range.lowerBound + 1
        var lines = try journal.lines(fromStep: next)
        while next <= range.upperBound {
            let line = try lines.next()
            let (seq, state): (Int, JSONText)
            switch line?.content {
            case .snapshot(let snapshot): (seq, state) = (snapshot.seq, snapshot.state)
            case .step(let step):
                guard case .set(let text, _) = step.change else { continue }
                (seq, state) = (step.seq, text)
            case nil: throw NotRecordedError(seq: next)
            default: continue
            }
            if seq < next { continue }
            guard seq == next else { throw NotRecordedError(seq: next) }
            guard try visit(seq, state) else { return }
            next += 1
        }
    }

    package func evidence(for range: ClosedRange<Int>) -> BisectAnswer.Evidence { .recorded }

    package func evidence(afterWalking range: ClosedRange<Int>) -> BisectAnswer.Evidence { .recorded }

    package func compare(by predicate: any StatePredicate<JSONText>) {}

    package func json(of state: JSONText, at seq: Int) -> JSON { state.value }

    package func changes(after first: Int) -> StateChanges<JSONText> { StateChanges(journal, after: first) { $0 } }
}

extension Journal {
    /// Nil if the state is not on file.
    package func recordedState(at seq: Int) throws(JournalError) -> JSONText? {
        guard let checkpoint = try checkpoint(atOrBefore: seq), checkpoint.seq == seq else { return nil }
        return try state(at: checkpoint)
    }
}
