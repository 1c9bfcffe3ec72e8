internal import TimelineJSON

/// Makes a clean copy of a journal that exists: the same lines with pseudonyms in the places that are to be hidden.
///
/// In memory is one line at a time. The segments of one run are copied with one redactor, one after the other.
///
/// - Actions, snapshots and states that were set have their paths hidden.
/// - An action that was not encoded is words of the app's own, which may tell anything: a pseudonym stands for them, except
///   for the bare name that a recorder under redaction writes.
/// - Why a gap is there is kept as far as it is plain words.
/// - The header notes what was hidden. Keys and kinds of line that this version does not know are left out. Of a crash,
///   the names and places of code are kept.
/// - Marks, origins and the names of what set a state are kept: people chose them to be read.
///
/// Texts that are pseudonyms already are left, so that redacting again under the same key gives what was hidden later the
/// pseudonyms that it had before. Numbers are hidden anew, since one cannot be told from a pseudonym for sure.
package struct JournalRedactor: Sendable {
    private let state: HiddenPaths
    private let actions: HiddenPaths
    private let pseudonyms: Pseudonyms

    /// What a copy holds.
    package struct Summary: Equatable, Sendable {
        /// Lines that were written, the header among them.
        package var lines = 0
        /// Lines of a kind that this version does not know, which were left out.
        package var unknown = 0
        /// Whether a last line without an end was left out.
        package var isTorn = false

        package init(lines: Int = 0, unknown: Int = 0, isTorn: Bool = false) {
            (self.lines, self.unknown, self.isTorn) = (lines, unknown, isTorn)
        }
    }

    /// - Parameters:
    ///   - state: The paths to be hidden in states.
    ///   - actions: The paths to be hidden in actions.
    package init(state: HiddenPaths, actions: HiddenPaths, pseudonyms: Pseudonyms) {
        self.state = state
        self.actions = actions
        self.pseudonyms = pseudonyms
    }

    /// Copies one file.
    ///
    /// - Parameters:
    ///   - file: How the file is named in errors.
    ///   - write: Takes the lines of the copy, one after the other, each with its LF.
    /// - Throws: `RedactingError`. What was written until then is the beginning of a copy, and is clean.
    package func copy(
        _ source: any ByteSource, file: String, to write: ([UInt8]) throws(FileError) -> Void
    ) throws(RedactingError) -> Summary {
        var summary = Summary()
        var reader = RedactingReader(source, file: file)
        var isRedacted = false
        while let (number, line) = try reader.next() {
            if case .header(let header) = line { isRedacted = RedactionNote(header) != nil }
            let clean: [UInt8]?
            do throws(JSONPathError) { clean = try self.clean(line, isRedacted: isRedacted) } catch {
                throw .unsearchable(file: file, line: number, reason: error.description)
            }
            guard let clean else {
                summary.unknown += 1
                continue
            }
            do throws(FileError) { try write(clean) } catch { throw .file(error) }
            summary.lines += 1
        }
        summary.isTorn = reader.isTorn
        return summary
    }

    /// The line to be written; nil for one that is left out.
    private func clean(_ line: Line, isRedacted: Bool) throws(JSONPathError) -> [UInt8]? {
        switch line {
        case .header(let header): return LineWriter.header(noting(header))
        case .step(let step):
            let change: Step.Change =
                switch step.change {
                case .action(let text): .action(try hide(actions, in: text))
                case .opaque(let words): .opaque(isRedacted && OpaqueName.isOne(words) ? words : hide(words))
                case .set(let text, let by): .set(try hide(state, in: text), by: by)
                }
            return LineWriter.step(
                Step(seq: step.seq, at: step.at, change: change, from: step.from, cause: step.cause))
        case .snapshot(let snapshot):
            return LineWriter.snapshot(
                Snapshot(seq: snapshot.seq, at: snapshot.at, state: try hide(state, in: snapshot.state)))
        case .gap(let gap):
            return LineWriter.gap(Gap(seq: gap.seq, at: gap.at, through: gap.through, why: PlainWords.of(gap.why)))
        case .mark(let mark): return LineWriter.mark(mark)
        case .end(let end): return LineWriter.end(end)
        case .unknown: return nil
        }
    }

    private func hide(_ paths: HiddenPaths, in text: JSONText) throws(JSONPathError) -> JSONText {
        if paths.isEmpty { return text }
        return JSONText(
            try paths.hide(in: text.value) { value in
                if let text = value.string { .string(hide(text)) } else { pseudonyms.of(value) }
            })
    }

    private func hide(_ text: String) -> String { Pseudonyms.isOne(text) ? text : pseudonyms.of(text) }

    /// What a header may hold beside what every header does, that tells nothing of values.
    private static let harmless: Set<String> = ["snapshots", "dropped", "requires"]

    private func noting(_ header: Header) -> Header {
        let own = RedactionNote(marked: false, state: state.texts, actions: actions.texts)
        let note = RedactionNote(header)?.adding(own) ?? own
        var other = header.object.members.filter { Self.harmless.contains($0.key) }
        other.append(.init(key: "redaction", value: note.json))
        return Header(
            session: header.session, program: header.program, version: header.version, started: header.started,
            segment: header.segment, platform: header.object["platform"] ?? .null, bundle: header.bundle?.harmless,
            other: other)
    }
}
