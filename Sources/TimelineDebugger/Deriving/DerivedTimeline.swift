package import TimelineKit
package import TimelineReplay

/// Steps whose number changed have the recorded one in their key `recorded`; the header has the edits in `derived`.
/// Snapshots after the first edit are left out, except after a step that was not encoded and after a gap.
package struct DerivedTimeline: Sendable {
    package struct EditError: Error, Equatable, CustomStringConvertible {
        let step: Int
        let file: String

        package var description: String { "step \(step) cannot be edited: it is not in \(file)" }
    }

    package let source: any ByteSource
    package let numbering: StepNumbering
    package let orphans: [(seq: Int, cause: Int)]
    /// From this recorded position on, the states do not show what the edits change: a step before it cannot be reduced.
    package let restored: Int?
    private let name: String

    /// - Parameter author: What made the edits, for the header.
    package init(
        of journal: Journal, _ edits: TimelineEdits, upTo last: Int? = nil, for program: (any Program)? = nil,
        by author: String = "edit"
    ) throws {
        name = journal.name
        numbering = StepNumbering(edits)
        let names = [("session", journal.header.session), ("by", author)]
        let derivation = JSONObject(names.map { .init(key: $0, value: .string($1)) } + edits.members)
        let session = Self.session(derivation)
        let migrations = program.flatMap { MigrationPath(for: $0, from: journal.header.version) }
        var writer = DerivedLines(edits, numbering, migrations, in: journal)
        var spool = try Spool(named: journal.name)
        try spool.append(
            LineWriter.header(
                journal.header.deriving(
                    session: session, version: migrations?.version ?? journal.header.version, derivation)))
        guard let first = try journal.checkpoint(atOrBefore: journal.first) else {
            preconditionFailure("\(journal.name) has no first state")
        }
        try spool.append(writer.begin(first, try journal.state(at: first)))
        var lines = try journal.lines(fromStep: journal.first)
        while let line = try lines.next(), !line.content.outline.isStep || line.content.outline.seq <= last ?? .max {
            try spool.append(try writer.take(line.content))
        }
        try spool.append(try writer.finish(at: last ?? journal.last, hasEnd: last == nil && journal.hasEnd))
        orphans = writer.orphans
        restored = writer.restored
        source = try spool.finish()
    }

    /// The same for the same edits of the same run.
    static func session(_ derivation: JSONObject) -> String {
        var hash = SHA256()
        hash.update(JSON.object(derivation).text)
        return Pseudonyms.uuid(hash.finalize().prefix(16), version: 8).lowercased()
    }

    package func journal() throws(JournalError) -> Journal {
        let name = "\(name) (edited)"
        return try Journal(name: name, segments: [try Segment(name: name, source: source)])
    }
}
