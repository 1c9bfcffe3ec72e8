package import TimelineKit

/// Use one redactor for all segments of a run, one after the other.
///
/// - Unknown keys and kinds of lines are left out. Of the platform, the names of the system and of its processor and the version
///   of Swift are kept; of a crash, the names of code, and source files without their folders; of a gap's reason, plain words.
/// - A pseudonym replaces the description of an action that was not encoded, except for the bare name that a recorder writes.
/// - The lines of code that dispatched are kept, unless they are to be left out.
/// - Origins and the names of what set a state are kept: their authors chose them to be read. Marks are hidden only on request.
/// - At the places that a redaction note lists, texts that look like pseudonyms are kept, so that redacting again gives the same
///   ones. Numbers are replaced again, since they cannot be distinguished from pseudonyms.
package struct JournalRedactor: Sendable {
    let state, actions: HiddenPaths
    let marks: Bool
    let sites: Bool
    let pseudonyms: Pseudonyms

    package struct Summary: Equatable, Sendable {
        package var lines = 0
        package var unknown = 0
        package var isTorn = false
        package var state: [PathCount]
        package var actions: [PathCount]
        package var opaque = 0
        package var marks = 0
        /// The app's own, of origins and of what set a state.
        package var names: Set<String> = []
    }

    package var emptySummary: Summary {
        Summary(state: state.texts.map { PathCount(path: $0) }, actions: actions.texts.map { PathCount(path: $0) })
    }

    package init(
        state: HiddenPaths, actions: HiddenPaths, marks: Bool = false, sites: Bool = false, pseudonyms: Pseudonyms
    ) {
        (self.sites, self.state, self.actions, self.marks, self.pseudonyms) = (sites, state, actions, marks, pseudonyms)
    }

    /// Copies one file, or only checks it if `write` drops the copy.
    package func copy(
        _ source: any ByteSource, file: String, _ summary: inout Summary,
        found: (_ hiddenTexts: [String], _ exposed: () -> [RedactionFinding]) -> Void = { _, _ in },
        to write: ([UInt8]) throws(FileError) -> Void
    ) throws(RedactingError) {
        var reader = JournalReader(source, file: file)
        var lines = LineRedactor(self, summary)
        defer { summary = lines.summary }
        while let line = try reader.nextToRedact(file: file) {
            let redacted = try lines.redacted(line, file: file)
            found(lines.hiddenTexts) { lines.exposed(in: line, of: file) }
            if case .site(let site) = redacted, sites || !Self.isHarmless(site) { continue }
            if case .unknown = redacted {
                lines.summary.unknown += 1
                continue
            }
            lines.summary.lines += 1
            do throws(FileError) { try write(LineWriter.line(redacted)) } catch { throw .file(error) }
        }
        lines.summary.isTorn = lines.summary.isTorn || reader.hasDroppedTornLine
    }

    private static let harmless: Set<String> = ["snapshots", "dropped", "requires"]

    func addingNote(to header: Header) -> Header {
        let own = RedactionNote(marked: false, state: state.publicTexts, actions: actions.publicTexts, marks: marks)
        let note = RedactionNote(header)?.adding(own) ?? own
        var other = header.object.members.filter { Self.harmless.contains($0.key) }
        other.append(.init(key: "redaction", value: note.json))
        return Header(
            session: header.session, program: header.program, version: header.version, started: header.started,
            segment: header.segment, platform: Self.harmless(platform: header.object["platform"]),
            bundle: header.bundle?.withoutValues, other: other, hasChecksums: header.hasChecksums)
    }

    private static func harmless(platform: JSON?) -> JSON {
        guard let platform = platform?.object else { return .null }
        let names = platform.members.filter { member in
            guard ["os", "arch", "swift"].contains(member.key), let name = member.value.string?.utf8 else {
                return false
            }
            return name.count <= 16 && name.allSatisfy(nameBytes.contains)
        }
        return .object(JSONObject(names))
    }

    /// `#fileID` is like that.
    private static func isHarmless(_ site: Site) -> Bool {
        site.file.utf8.count <= 256 && site.file.utf8.allSatisfy { nameBytes.contains($0) || "/+".utf8.contains($0) }
    }

    static let nameBytes = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-".utf8)
}

extension RedactionNote {
    /// `["marked properties", "$.user.email", "$.signedIn.password of actions"]`
    package var hiddenValues: [String] {
        (marked ? ["marked properties"] : []) + state + actions.map { "\($0) of actions" }
    }

    package func adding(_ other: RedactionNote) -> RedactionNote {
        func both(_ one: [String], _ more: [String]) -> [String] { one + more.filter { !one.contains($0) } }
        return RedactionNote(
            marked: marked || other.marked, state: both(state, other.state), actions: both(actions, other.actions),
            marks: marks || other.marks)
    }
}
