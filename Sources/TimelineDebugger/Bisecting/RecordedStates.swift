package import TimelineJSON
package import TimelineJournal

/// The states of a timeline that are on file, for a bisection without a reducer.
package struct RecordedStates: StateSource {
    /// The state after step `seq` is not on file, so a reducer is needed.
    package struct NotOnFileError: Error, Equatable {
        package let seq: Int
    }

    package let journal: any ReplayableJournal

    package init(_ journal: any ReplayableJournal) { self.journal = journal }

    package var skipped: RangeSet<Int>? { nil }

    /// - Throws: `NotOnFileError`, `JournalError`.
    package func state(at seq: Int) throws -> JSONText? {
        guard let checkpoint = try journal.checkpoint(atOrBefore: seq), checkpoint.seq == seq else {
            throw NotOnFileError(seq: seq)
        }
        return try journal.state(at: checkpoint)
    }

    package func unknownStates(around seq: Int) -> ClosedRange<Int> { seq...seq }

    /// Reads each line once.
    ///
    /// - Throws: `NotOnFileError`, `JournalError`, and what `visit` throws.
    package func walk(
        _ range: ClosedRange<Int>, _ visit: (_ positions: ClosedRange<Int>, _ state: JSONText?) throws -> Bool
    ) throws {
        guard try visit(range.lowerBound...range.lowerBound, try state(at: range.lowerBound)) else { return }
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
            case nil: throw NotOnFileError(seq: next)
            default: continue
            }
            if seq < next { continue }
            guard seq == next else { throw NotOnFileError(seq: next) }
            guard try visit(seq...seq, state) else { return }
            next += 1
        }
    }

    package func evidence(for range: ClosedRange<Int>) -> BisectAnswer.Evidence { .recorded }

    package func json(of state: JSONText) -> JSON { state.value }
}
