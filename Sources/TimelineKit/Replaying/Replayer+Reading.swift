internal import TimelineJSON
internal import TimelineJournal

/// What replay reads from the journal, with its errors as `ReplayError`.
extension Replayer {
    func cursor(at checkpoint: Checkpoint) throws(ReplayError) -> ReplayCursor<P> {
        let lines = try convertingErrors { () throws(JournalError) in try journal.lines(after: checkpoint) }
        let text = try text(of: checkpoint)
        return ReplayCursor(
            checkpoint.seq, try decode(text, "state", checkpoint.seq, at: checkpoint.place), lines,
            agreedUpTo: checkpoint.seq, bytes: text.count)
    }

    func copy(of cursor: ReplayCursor<P>) throws(ReplayError) -> ReplayCursor<P> {
        cursor.isAhead ? ReplayCursor(cursor.cacheEntry, try lines(after: cursor)) : cursor.copy()
    }

    func lines(after cursor: ReplayCursor<P>) throws(ReplayError) -> JournalReader {
        try convertingErrors { () throws(JournalError) in try journal.lines(fromStep: cursor.seq + 1) }
    }

    func text(of checkpoint: Checkpoint) throws(ReplayError) -> JSONText {
        try convertingErrors { () throws(JournalError) in try journal.state(at: checkpoint) }
    }

    func decode<Value: Decodable>(
        _ text: JSONText, _ what: String, _ seq: Int, at place: Place
    ) throws(ReplayError) -> Value {
        do throws(JSONCodingError) {
            return try JSONCoding.decode(Value.self, from: text)
        } catch {
            let line = journal.lineNumber(at: place)
            throw ReplayError(
                .undecodable(what: what, seq: seq, file: journal.name, line: line, reason: "\(error)"))
        }
    }

    /// Reads the next step without taking it.
    ///
    /// - Parameter target: The position that an error names.
    func nextStep(_ cursor: ReplayCursor<P>, toward target: Int) throws(ReplayError) -> (Step, LocatedLine) {
        let expected = cursor.seq + 1
        while let line = try convertingErrors({ () throws(JournalError) in try cursor.nextLine() }) {
            switch line.content {
            case .gap(let gap) where gap.through >= expected:
                throw ReplayError(
                    .unavailable(
                        seq: target, file: journal.name,
                        reason: "steps \(gap.seq) to \(gap.through) are not in the file: \(gap.why)"))
            case .step(let step) where step.seq == expected: return (step, line)
            default: continue
            }
        }
        throw ReplayError(
            .unavailable(seq: target, file: journal.name, reason: "step \(expected) is not in the file"))
    }

    func convertingErrors<Result>(_ body: () throws(JournalError) -> Result) throws(ReplayError) -> Result {
        do throws(JournalError) { return try body() } catch { throw ReplayError(error) }
    }
}
