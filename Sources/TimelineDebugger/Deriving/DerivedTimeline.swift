package import TimelineJSON
package import TimelineJournal
package import TimelineKit
package import TimelineSystem

/// A copy of a timeline with edited steps, to try what would have happened.
///
/// Its steps are numbered anew, and each whose number changed has the recorded one in its key `recorded`. Its header names what
/// it was made from:
///
///     "derived":{"session":"0c8b…","by":"edit","skipped":[[17,17]]}
///
/// It keeps the snapshots up to the first edit. Later ones are left out, since the edits change the states, except where a state
/// is needed: after a step that was not encoded, and after a gap. States that were set are kept.
///
/// The copy is a temporary file without a name. Making it costs one pass over the original. Memory grows only
/// with the number of edits and of steps whose cause was left out.
package struct DerivedTimeline: Sendable {
    package enum EditError: Error, Equatable, CustomStringConvertible {
        case notOnFile(Int, file: String)

        package var description: String {
            switch self {
            case .notOnFile(let seq, let file): "step \(seq) cannot be edited: it is not in \(file)"
            }
        }
    }

    package let source: any ByteSource
    package let numbering: StepNumbering
    package let orphans: [(seq: Int, cause: Int)]
    /// The first recorded position after an edit from which on the states are those of the recording, because a step before it
    /// cannot be reduced. They do not show what the edits change. Nil if there is none.
    package let restored: Int?
    private let name: String

    package init(
        of journal: any ReplayableJournal, _ edits: TimelineEdits, upTo last: Int? = nil,
        migrations: MigrationPath? = nil,
        note: [JSONObject.Member]
    ) throws {
        name = journal.name
        numbering = StepNumbering(edits)
        var derivation = JSONObject([.init(key: "session", value: .string(journal.header.session))])
        for member in note { derivation[member.key] = member.value }
        let session = Self.session(derivation)
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
        var lines = try journal.lines(fromStep: journal.first + 1)
        while let line = try lines.next(), line.content.step ?? 0 <= last ?? .max {
            try spool.append(try writer.take(line.content))
        }
        try spool.append(try writer.finish(at: last ?? journal.last, hasEnd: last == nil && journal.hasEnd))
        orphans = writer.orphans
        restored = writer.restored
        source = try spool.finish()
    }

    /// The identifier of a derived run: the same for the same edits of the same run.
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

extension Line {
    fileprivate var step: Int? {
        switch self {
        case .step(let step): step.seq
        case .gap(let gap): gap.seq
        default: nil
        }
    }
}
