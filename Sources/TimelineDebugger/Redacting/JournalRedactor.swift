internal import TimelineJSON
internal import TimelineJournal
package import TimelineKit
internal import TimelineQuerying
package import TimelineSystem

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
    private let state: HiddenPaths
    private let actions: HiddenPaths
    private let marks: Bool
    private let sites: Bool
    let pseudonyms: Pseudonyms

    package struct Summary: Equatable, Sendable {
        package var lines = 0
        package var unknown = 0
        package var isTorn = false
        package var state: PathCounts
        package var actions: PathCounts
        package var opaque = 0
        package var marks = 0
        /// The app's own, of origins and of what set a state.
        package var names: Set<String> = []
    }

    package var emptySummary: Summary { Summary(state: PathCounts(state), actions: PathCounts(actions)) }

    package init(
        state: HiddenPaths, actions: HiddenPaths, marks: Bool = false, sites: Bool = false, pseudonyms: Pseudonyms
    ) {
        (self.sites, self.state, self.actions, self.marks, self.pseudonyms) = (sites, state, actions, marks, pseudonyms)
    }

    /// Copies one file, or only checks it if `write` drops the copy.
    package func copy(
        _ source: any ByteSource, file: String, _ summary: inout Summary, onHidden: (_ text: String) -> Void = { _ in },
        onExposed: (RedactionFinding) -> Void = { _ in }, to write: ([UInt8]) throws(FileError) -> Void
    ) throws(RedactingError) {
        var reader = JournalReader(source, file: file)
        var note: Note?
        var values = ValueRedactor(pseudonyms)
        while let line = try reader.nextToRedact(file: file) {
            if case .header(let header) = line.content { note = Note(header) }
            let redacted = try redacted(line, note, file: file, &summary, &values)
            redacted.hiddenTexts.forEach(onHidden)
            for exposed in redacted.exposed {
                onExposed(
                    RedactionFinding(
                        kind: exposed.looksHidden ? .uncertain : .listed, part: exposed.part,
                        path: exposed.location?.pathDescription ?? "", file: file, line: line.number))
            }
            if case .site(let site) = redacted.line, sites || !Self.isHarmless(site) { continue }
            guard let bytes = redacted.line.bytes else {
                summary.unknown += 1
                continue
            }
            summary.lines += 1
            do throws(FileError) { try write(bytes) } catch { throw .file(error) }
        }
        summary.isTorn = summary.isTorn || reader.hasDroppedTornLine
    }

    struct RedactedLine {
        var line: Line
        var hiddenTexts: [String] = []
        /// Those of marks have no location.
        var exposed: [(part: RedactionFinding.Part, location: JSONLocation?, looksHidden: Bool)] = []
    }

    func redacted(
        _ line: LocatedLine, _ note: Note?, file: String, _ summary: inout Summary, _ values: inout ValueRedactor
    ) throws(RedactingError) -> RedactedLine {
        do throws(JSONPathError) { return try redacted(line.content, note, &summary, &values) } catch {
            throw .unsearchable(file: file, line: line.number, reason: error.description)
        }
    }

    private func redacted(
        _ line: Line, _ note: Note?, _ summary: inout Summary, _ values: inout ValueRedactor
    ) throws(JSONPathError) -> RedactedLine {
        var result = RedactedLine(line: line)
        switch line {
        case .header(let header): result.line = .header(addingNote(to: header))
        case .step(let step):
            if let from = step.from, !Origin.known.contains(Origin(rawValue: from)) { summary.names.insert(from) }
            let change: Step.Change
            switch step.change {
            case .action(let text):
                change = .action(
                    try hide(actions, in: text, note?.actions, &summary.actions, .action, &values, &result))
            case .opaque(let words):
                let isName = note != nil && Self.isBareName(words)
                // What checks marks alone has nothing to say about actions.
                let part: RedactionFinding.Part? = state.isEmpty && actions.isEmpty ? nil : .action
                let clean = isName ? words : hide(words, isNoted: note != nil, part, JSONLocation(), &result)
                if clean != words { summary.opaque += 1 }
                change = .opaque(clean)
            case .set(let text, let by):
                if !Self.setters.contains(by) { summary.names.insert(by) }
                change = .set(try hide(state, in: text, note?.state, &summary.state, .state, &values, &result), by: by)
            }
            result.line = .step(step.changed(change, hidesSite: sites))
        case .snapshot(let snapshot):
            let clean = try hide(state, in: snapshot.state, note?.state, &summary.state, .state, &values, &result)
            result.line = .snapshot(Snapshot(seq: snapshot.seq, at: snapshot.at, state: clean))
        case .gap(let gap):
            result.line = .gap(Gap(seq: gap.seq, at: gap.at, through: gap.through, why: PlainWords.of(gap.why)))
        case .mark(let mark):
            summary.marks += 1
            guard marks else { break }
            let name = hide(mark.name, isNoted: note?.marks == true, .mark, nil, &result)
            result.line = .mark(Mark(seq: mark.seq, at: mark.at, name: name))
        case .generated, .end, .site, .canceled, .unknown: break
        }
        return result
    }

    private func hide(
        _ paths: HiddenPaths, in text: JSONText, _ noted: HiddenPaths?, _ counts: inout PathCounts,
        _ part: RedactionFinding.Part, _ values: inout ValueRedactor, _ result: inout RedactedLine
    ) throws(JSONPathError) -> JSONText {
        if paths.isEmpty { return text }
        let clean = try values.redact(text.value, paths, noted: noted, &counts)
        result.hiddenTexts += values.hiddenTexts
        result.exposed += values.exposed.map { (part, $0.location, $0.looksHidden) }
        return clean.map { JSONText($0) } ?? text
    }

    private func hide(
        _ text: String, isNoted: Bool, _ part: RedactionFinding.Part?, _ location: JSONLocation?,
        _ result: inout RedactedLine
    ) -> String {
        let looksHidden = Pseudonyms.isOne(text)
        if text.isEmpty || isNoted && looksHidden { return text }
        if let part { result.exposed.append((part, location, looksHidden)) }
        result.hiddenTexts.append(text)
        return pseudonyms.of(text)
    }

    /// As a recorder with redaction writes it: `LoginAction.failing`.
    private static func isBareName(_ words: String) -> Bool {
        !words.isEmpty
            && words.utf8.allSatisfy { nameBytes.contains($0) && $0 != UInt8(ascii: "-") || "<>".utf8.contains($0) }
    }

    struct Note {
        let state: HiddenPaths
        let actions: HiddenPaths
        let marks: Bool

        init?(_ header: Header) {
            guard let note = RedactionNote(header) else { return nil }
            // The header may be hostile.
            func valid(_ paths: [String]) -> HiddenPaths {
                (try? HiddenPaths(paths.filter { (try? HiddenPaths([$0])) != nil })) ?? .none
            }
            (state, actions, marks) = (valid(note.state), valid(note.actions), note.marks)
        }
    }

    private static let setters: Set<String> = [Step.outside, "restore", "hotReload"]

    private static let harmless: Set<String> = ["snapshots", "dropped", "requires"]

    private func addingNote(to header: Header) -> Header {
        let own = RedactionNote(marked: false, state: state.publicTexts, actions: actions.publicTexts, marks: marks)
        let note = RedactionNote(header)?.adding(own) ?? own
        var other = header.object.members.filter { Self.harmless.contains($0.key) }
        other.append(.init(key: "redaction", value: note.json))
        return Header(
            session: header.session, program: header.program, version: header.version, started: header.started,
            segment: header.segment, platform: Self.harmless(platform: header.object["platform"]),
            bundle: header.bundle?.harmless, other: other, hasChecksums: header.hasChecksums)
    }

    private static func harmless(platform: JSON?) -> JSON {
        guard let platform = platform?.object else { return .null }
        return .object(
            JSONObject(
                ["os", "arch", "swift"].compactMap { key in
                    guard let name = platform[key]?.string, name.utf8.count <= 16,
                        name.utf8.allSatisfy(nameBytes.contains)
                    else { return nil }
                    return JSONObject.Member(key: key, value: .string(name))
                }))
    }

    /// `#fileID` is like that.
    private static func isHarmless(_ site: Site) -> Bool {
        site.file.utf8.count <= 256 && site.file.utf8.allSatisfy { nameBytes.contains($0) || "/+".utf8.contains($0) }
    }

    private static let nameBytes = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-".utf8)
}

extension RedactionNote {
    func adding(_ other: RedactionNote) -> RedactionNote {
        func both(_ one: [String], _ more: [String]) -> [String] { one + more.filter { !one.contains($0) } }
        return RedactionNote(
            marked: marked || other.marked, state: both(state, other.state), actions: both(actions, other.actions),
            marks: marks || other.marks)
    }
}

extension HiddenPaths {
    /// The places that these JSONPath expressions select, which may use `match` and `search`.
    package init(_ texts: [String]) throws(HiddenPathsError) {
        try self.init(texts, regularExpressions: IRegexp.compiler)
    }
}

extension Line {
    /// The line to write, with its LF; nil for a kind that this version does not know.
    fileprivate var bytes: [UInt8]? {
        switch self {
        case .header(let header): LineWriter.header(header)
        case .step(let step): LineWriter.step(step)
        case .snapshot(let snapshot): LineWriter.snapshot(snapshot)
        case .generated(let value): LineWriter.generated(value)
        case .mark(let mark): LineWriter.mark(mark)
        case .gap(let gap): LineWriter.gap(gap)
        case .end(let end): LineWriter.end(end)
        case .site(let site): LineWriter.site(site)
        case .canceled(let canceled): LineWriter.canceled(canceled)
        case .unknown: nil
        }
    }
}
