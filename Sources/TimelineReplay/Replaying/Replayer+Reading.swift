package import TimelineKit

extension Replayer {
    func cursor(at checkpoint: Checkpoint) throws(ReplayError) -> ReplayCursor<P> {
        let lines = try ReplayError.converting(try journal.lines(after: checkpoint))
        let text = try text(of: checkpoint)
        return ReplayCursor(
            checkpoint.seq, try decode(text, .state, checkpoint.seq, at: checkpoint.place), lines,
            agreedUpTo: checkpoint.seq, bytes: text.count)
    }

    func copy(of cursor: ReplayCursor<P>) throws(ReplayError) -> ReplayCursor<P> {
        cursor.isAhead ? ReplayCursor(cursor.cacheEntry, try lines(from: cursor.seq + 1)) : cursor.copy()
    }

    func lines(from seq: Int) throws(ReplayError) -> JournalReader {
        try ReplayError.converting(try journal.lines(fromStep: seq))
    }

    func text(of checkpoint: Checkpoint) throws(ReplayError) -> JSONText {
        try ReplayError.converting(try journal.state(at: checkpoint))
    }

    /// Decodes an action or a state as it is on file, after its migrations.
    package func decode<Value: Decodable>(
        _ text: JSONText, _ what: Migration.Part, _ seq: Int, at place: Place
    ) throws(ReplayError) -> Value {
        var text = text
        if let migrations { text = what == .action ? migrations.action(text) : migrations.state(text) }
        do throws(JSONCodingError) {
            return try JSONCoding.decode(Value.self, from: text)
        } catch {
            let advice = MigrationAdvice(
                part: what, error: error, recorded: journal.header.version, present: program.version)
            throw ReplayError(
                .undecodable(
                    what, seq: seq, file: journal.name, line: journal.lineNumber(at: place), reason: "\(error)", advice)
            )
        }
    }

    func nextStep(_ cursor: ReplayCursor<P>, toward target: Int) throws(ReplayError) -> (Step, LocatedLine) {
        let expected = cursor.seq + 1
        while let line = try ReplayError.converting(try cursor.nextLine()) {
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

    func reduce(
        _ action: P.Action, of step: Step, _ cursor: ReplayCursor<P>, isExploratory: Bool
    ) throws(ReplayError) {
        guard let generators else { return program.reduce(&cursor.state, action) }
        let values = try ReplayError.converting(try cursor.takeGeneratedValues(of: step.seq))
        let mismatch = cursor.reduce(
            program, action, values, isExploratory: self.isExploratory || isExploratory,
            generators.generator(ofStep: step.seq, at: step.at))
        if let mismatch { throw ReplayError(.generated(seq: step.seq, file: journal.name, mismatch)) }
    }
}
