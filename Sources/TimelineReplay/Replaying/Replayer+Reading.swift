package import TimelineKit

extension Replayer {
    /// - Parameter skipped: The steps before it that replay skips, and why.
    func cursor(
        at checkpoint: Checkpoint, after skipped: (steps: ClosedRange<Int>, why: String)? = nil
    ) throws(ReplayError) -> ReplayCursor<P> {
        let text = try text(of: checkpoint)
        let state: P.State = try decode(text, .state, checkpoint.seq, at: checkpoint.place)
        return ReplayCursor(
            .init(seq: checkpoint.seq, state: state, agreedUpTo: checkpoint.seq, bytes: text.count),
            lines(try ReplayError.converting(try journal.lines(after: checkpoint))),
            after: skipped.map { .init(steps: $0.steps, why: $0.why, checkpoint: checkpoint) })
    }

    func lines(_ reader: JournalReader? = nil) -> DecodedLines<P> { DecodedLines(of: journal, migrations, reader) }

    func text(of checkpoint: Checkpoint) throws(ReplayError) -> JSONText {
        try ReplayError.converting(try journal.state(at: checkpoint))
    }

    package func migrated(_ text: JSONText, _ what: Migration.Part) -> JSONText {
        guard let migrations else { return text }
        return what == .action ? migrations.action(text) : migrations.state(text)
    }

    /// Decodes an action or a state as it is on file, after its migrations.
    package func decode<Value: Decodable>(
        _ text: JSONText, _ what: Migration.Part, _ seq: Int, at place: Place
    ) throws(ReplayError) -> Value {
        do throws(JSONCodingError) {
            return try JSONCoding.decode(Value.self, from: migrated(text, what))
        } catch {
            let advice = MigrationAdvice(
                part: what, error: error, recorded: journal.header.version, present: program.version)
            throw ReplayError(
                .undecodable(
                    what, seq: seq, file: journal.name, line: journal.lineNumber(at: place), reason: "\(error)", advice)
            )
        }
    }
}
