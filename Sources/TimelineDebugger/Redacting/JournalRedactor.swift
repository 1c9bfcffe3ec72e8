internal import TimelineJSON
internal import TimelineJournal
package import TimelineKit
internal import TimelineQuerying
package import TimelineSystem

/// Makes a redacted copy of a journal: the same lines with pseudonyms at the places to hide.
///
/// Memory: some megabytes, and the longest lines. Use one redactor for all segments of a run, one after the other.
///
/// - In actions, snapshots and states that were set, the listed paths are hidden.
/// - The description of an action that was not encoded may contain values, so a pseudonym replaces it, except for the bare name
///   that a recorder with redaction writes.
/// - The reason of a gap is kept as far as it is plain words.
/// - The header lists what is hidden. Unknown keys and kinds of lines are left out. Of the platform, the names of the system and
///   of its processor and the version of Swift are kept; of a crash, the names of code, and source files without their folders.
/// - Marks are kept, unless they are to be hidden, too. Origins, and the names of what set a state, are kept: their authors chose
///   them to be read.
///
/// In a journal whose header has a redaction note, texts that look like pseudonyms are kept, so that redacting again with the same
/// key gives the same pseudonyms. They count as hidden at the places that the note lists, and as left elsewhere. Numbers are
/// replaced again, since they cannot be distinguished from pseudonyms.
package struct JournalRedactor: Sendable {
    private let state: HiddenPaths
    private let actions: HiddenPaths
    private let marks: Bool
    private let pseudonyms: Pseudonyms
    /// The summary of an earlier copy. The header does not list the places where it left values unchanged, which would otherwise count
    /// as pseudonyms.
    package var earlier: Summary?

    /// What a copy holds.
    package struct Summary: Equatable, Sendable {
        /// Lines that were written, the header among them.
        package var lines = 0
        /// Lines of a kind that this version does not know, which were left out.
        package var unknown = 0
        /// Whether a torn last line was left out.
        package var isTorn = false
        /// What the paths lead to.
        package var state: PathCounts
        package var actions: PathCounts
        /// Descriptions of actions that were not encoded and were hidden.
        package var opaque = 0
        /// Those that were left unchanged, as they look like a pseudonym.
        package var opaqueUnchanged = 0
        /// Marks, hidden or kept.
        package var marks = 0
        /// Marks that were to be hidden and were left unchanged, as they look like a pseudonym and the header does not list marks.
        package var marksUnchanged = 0
        /// The app's own names of origins, and of what set a state. They are kept.
        package var names: Set<String> = []

        /// Adds the summary of other lines.
        mutating func add(_ other: Summary) {
            lines += other.lines
            unknown += other.unknown
            isTorn = isTorn || other.isTorn
            state.add(other.state)
            actions.add(other.actions)
            opaque += other.opaque
            opaqueUnchanged += other.opaqueUnchanged
            marks += other.marks
            marksUnchanged += other.marksUnchanged
            names.formUnion(other.names)
        }

        /// Whether a value that was to be hidden was left unchanged, as it looks like a pseudonym.
        package var hasUnchanged: Bool { marksUnchanged > 0 || (state.all + actions.all).contains { $0.unchanged > 0 } }
    }

    /// The summary before the first segment.
    package var emptySummary: Summary { Summary(state: PathCounts(state), actions: PathCounts(actions)) }

    /// - Parameter marks: Whether the names of marks are hidden.
    package init(state: HiddenPaths, actions: HiddenPaths, marks: Bool = false, pseudonyms: Pseudonyms) {
        self.state = state
        self.actions = actions
        self.marks = marks
        self.pseudonyms = pseudonyms
    }

    /// What is written for the lines of a block.
    private struct CleanBlock: Sendable {
        /// What the lines are, and how many bytes are written up to the end of each, until the first that is damaged.
        var lines: [(outline: LineOutline, end: Int)] = []
        var bytes: [UInt8] = []
        var summary: Summary
        /// The texts that were replaced: each at least once.
        var hidden: [String] = []
        /// What is wrong with the next line.
        var failure: Failure?

        enum Failure {
            /// It is damaged at a byte of the file.
            case damaged(byte: Int)
            case unsearchable(JSONPathError)
        }
    }

    /// Copies one file.
    ///
    /// Lines are parsed and redacted on idle processors, too.
    ///
    /// - Parameters:
    ///   - file: The name of the file in errors.
    ///   - summary: The summary of the earlier segments, to which this one is added.
    ///   - onHidden: Called on this thread with each text that a pseudonym replaces, at least once.
    ///   - write: Called with lines of the copy, each with its LF.
    /// - Throws: `RedactingError`. The lines that were written until then are redacted.
    package func copy(
        _ source: any ByteSource, file: String, _ summary: inout Summary, onHidden: (_ text: String) -> Void = { _ in },
        to write: ([UInt8]) throws(FileError) -> Void
    ) throws(RedactingError) {
        let header = try header(of: source, file: file)
        let note = header.flatMap { Note($0) }
        let hasChecksums = header?.hasChecksums == true
        let redactors = TextRedactors.Pool(
            note == nil
                ? TextRedactors(state: TextRedactor(state, pseudonyms), actions: TextRedactor(actions, pseudonyms))
                : TextRedactors())
        let ahead = ReadAhead(LineBlocks(ahead: source)) { block in
            redactors.withRedactors { clean(block, note, hasChecksums: hasChecksums, &$0) }
        }
        var order = LineOrder()
        var number = 1
        while let chunk = ahead.next() {
            if let error = chunk.error { throw .file(error) }
            guard let block = chunk.block, let clean = chunk.parsed else { continue }
            if block.isTorn {
                summary.isTorn = true
                break
            }
            try finish(clean, of: block, from: number, &order, file: file, write)
            clean.hidden.forEach(onHidden)
            summary.add(clean.summary)
            number += clean.lines.count
        }
    }

    /// The header, if the first line is one.
    private func header(of source: any ByteSource, file: String) throws(RedactingError) -> Header? {
        var lines = RawLines(source)
        let first: RawLines.RawLine?
        do throws(FileError) { first = try lines.next() } catch { throw .file(error) }
        guard let first, !first.isTorn, case .header(let header)? = try? first.parsed() else { return nil }
        guard header.format == Header.formatVersion else { throw .futureVersion(file: file, version: header.format) }
        return header
    }

    /// Checks the order of the lines of a block, and writes them up to the first that is damaged.
    ///
    /// - Parameter number: The number of the first line.
    private func finish(
        _ clean: CleanBlock, of block: LineBlock, from number: Int, _ order: inout LineOrder, file: String,
        _ write: ([UInt8]) throws(FileError) -> Void
    ) throws(RedactingError) {
        var end = 0
        var failure = clean.failure
        var sound = 0
        for line in clean.lines {
            do throws(LineError) { try order.check(line.outline) } catch {
                failure = .damaged(byte: block.byte + block.lines[sound].lowerBound + error.byte)
                break
            }
            end = line.end
            sound += 1
        }
        let bytes = end < clean.bytes.count ? Array(clean.bytes[..<end]) : clean.bytes
        do throws(FileError) { try write(bytes) } catch { throw .file(error) }
        switch failure {
        case .damaged(let byte): throw .damaged(file: file, line: number + sound, byte: byte)
        case .unsearchable(let error):
            throw .unsearchable(file: file, line: number + sound, reason: error.description)
        case nil: break
        }
    }

    private func clean(
        _ block: LineBlock, _ note: Note?, hasChecksums: Bool, _ redactors: inout TextRedactors
    ) -> CleanBlock {
        var clean = CleanBlock(summary: emptySummary)
        if block.isTorn { return clean }
        if block.isTooLong {
            clean.failure = .damaged(byte: block.byte)
            return clean
        }
        clean.bytes.reserveCapacity(block.bytes.count + block.bytes.count / 4)
        clean.lines.reserveCapacity(block.bytes.count / 128 + 8)
        for range in block.lines {
            let line: Line
            do throws(LineError) {
                let bytes = Array(block.bytes[range])
                line = try LineParser.parse(bytes)
                if hasChecksums { try LineParser.requireChecksum(of: bytes) }
            } catch {
                clean.failure = .damaged(byte: block.byte + range.lowerBound + error.byte)
                break
            }
            do throws(JSONPathError) {
                if let bytes = try self.clean(
                    line, note, &clean.summary, &redactors, { clean.hidden.append($0) })
                {
                    clean.bytes += bytes
                    clean.summary.lines += 1
                } else {
                    clean.summary.unknown += 1
                }
                clean.lines.append((line.outline, clean.bytes.count))
            } catch {
                clean.failure = .unsearchable(error)
                break
            }
        }
        clean.hidden += redactors.takeHidden()
        return clean
    }

    /// A line with the values at the listed paths hidden, and everything else as it is.
    func hidden(
        _ line: Line, _ object: JSONObject, _ note: Note?, file: String, line number: Int
    ) throws(RedactingError) -> JSONObject {
        var summary = emptySummary
        let clean: [UInt8]?
        var none = TextRedactors()
        do throws(JSONPathError) { clean = try self.clean(line, note, &summary, &none, { _ in }) } catch {
            throw .unsearchable(file: file, line: number, reason: error.description)
        }
        guard let clean, let clean = (try? JSON(parsing: clean))?.object else { return object }
        let keys: Set<String> = ["action", "opaque", "set", "state", "mark"]
        return JSONObject(
            object.members.map {
                keys.contains($0.key) ? .init(key: $0.key, value: clean[$0.key] ?? $0.value) : $0
            })
    }

    /// The line to write; nil if it is left out.
    private func clean(
        _ line: Line, _ note: Note?, _ summary: inout Summary, _ redactors: inout TextRedactors,
        _ onHidden: (String) -> Void
    ) throws(JSONPathError) -> [UInt8]? {
        switch line {
        case .header(let header): return LineWriter.header(addingNote(to: header))
        case .step(let step):
            if let from = step.from, !Origin.known.contains(Origin(rawValue: from)) { summary.names.insert(from) }
            let change: Step.Change
            switch step.change {
            case .action(let text):
                change = .action(
                    try hide(actions, in: text, note?.actions, &summary.actions, &redactors.actions, onHidden))
            case .opaque(let words):
                let isName = note != nil && Self.isBareName(words)
                let clean = isName ? words : hide(words, isRedacted: note != nil, onHidden)
                if clean != words {
                    summary.opaque += 1
                } else if Pseudonyms.isOne(words) {
                    summary.opaqueUnchanged += 1
                }
                change = .opaque(clean)
            case .set(let text, let by):
                if !Self.setters.contains(by) { summary.names.insert(by) }
                let clean = try hide(state, in: text, note?.state, &summary.state, &redactors.state, onHidden)
                change = .set(clean, by: by)
            }
            return LineWriter.step(
                Step(seq: step.seq, at: step.at, change: change, from: step.from, cause: step.cause))
        case .snapshot(let snapshot):
            let clean = try hide(state, in: snapshot.state, note?.state, &summary.state, &redactors.state, onHidden)
            return LineWriter.snapshot(Snapshot(seq: snapshot.seq, at: snapshot.at, state: clean))
        case .gap(let gap):
            return LineWriter.gap(Gap(seq: gap.seq, at: gap.at, through: gap.through, why: PlainWords.of(gap.why)))
        case .generated(let value): return LineWriter.generated(value)
        case .mark(let mark):
            summary.marks += 1
            let name = marks ? hide(mark.name, isRedacted: note != nil, onHidden) : mark.name
            if marks, name == mark.name, !name.isEmpty, note?.marks == false { summary.marksUnchanged += 1 }
            return LineWriter.mark(Mark(seq: mark.seq, at: mark.at, name: name))
        case .end(let end): return LineWriter.end(end)
        case .unknown: return nil
        }
    }

    /// Whether the description of an action is a name such as `LoginAction.failing`, which a recorder with redaction writes:
    /// identifiers, separated by dots or the brackets of a generic type.
    static func isBareName(_ words: String) -> Bool {
        !words.isEmpty
            && words.utf8.allSatisfy { nameBytes.contains($0) && $0 != UInt8(ascii: "-") || "<>".utf8.contains($0) }
    }

    /// The valid paths that a header lists as hidden.
    struct Note {
        let state: HiddenPaths
        let actions: HiddenPaths
        let marks: Bool

        /// Returns nil if it lists none.
        init?(_ header: Header) {
            guard let note = RedactionNote(header) else { return nil }
            // The header may be hostile.
            func valid(_ paths: [String]) -> HiddenPaths {
                (try? HiddenPaths(paths.filter { (try? HiddenPaths([$0])) != nil })) ?? .none
            }
            (state, actions, marks) = (valid(note.state), valid(note.actions), note.marks)
        }
    }

    /// - Parameter noted: The paths that the header lists as hidden; nil if it has no redaction note.
    private func hide(
        _ paths: HiddenPaths, in text: JSONText, _ noted: HiddenPaths?, _ counts: inout PathCounts,
        _ redactor: inout TextRedactor?, _ onHidden: (String) -> Void
    ) throws(JSONPathError) -> JSONText {
        if paths.isEmpty { return text }
        if let clean = redactor?.hide(in: text, &counts) { return clean }
        let value = text.value
        var met: [(path: Int, value: JSON, place: JSONLocation)] = []
        var hasUnchanged = false
        let clean = try paths.hide(in: value, met: { met.append(($0, $1, $2)) }) { value in
            guard let text = value.string else { return pseudonyms.of(value) }
            let clean = hide(text, isRedacted: noted != nil, onHidden)
            if clean == text { hasUnchanged = true }
            return .string(clean)
        }
        let places = hasUnchanged ? noted.map { NotedPlaces($0, in: value) } : nil
        for (path, value, place) in met { counts.meet(path, value, places?.below(place)) }
        return JSONText(clean)
    }

    private func hide(_ text: String, isRedacted: Bool, _ onHidden: (String) -> Void) -> String {
        if text.isEmpty || isRedacted && Pseudonyms.isOne(text) { return text }
        onHidden(text)
        return pseudonyms.of(text)
    }

    /// The documented names of what set a state; other names are the app's own.
    private static let setters: Set<String> = [Step.outside, "restore", "hotReload"]

    /// Optional keys of a header that contain no values.
    private static let harmless: Set<String> = ["snapshots", "dropped", "requires"]

    private func addingNote(to header: Header) -> Header {
        let own = RedactionNote(
            marked: false, state: state.publicTexts.filter { earlier?.state.hasUnchanged(at: $0) != true },
            actions: actions.publicTexts.filter { earlier?.actions.hasUnchanged(at: $0) != true },
            marks: marks && earlier?.marksUnchanged ?? 0 == 0)
        let note = RedactionNote(header)?.adding(own) ?? own
        var other = header.object.members.filter { Self.harmless.contains($0.key) }
        other.append(.init(key: "redaction", value: note.json))
        return Header(
            session: header.session, program: header.program, version: header.version, started: header.started,
            segment: header.segment, platform: Self.harmless(platform: header.object["platform"]),
            bundle: header.bundle?.harmless, other: other, hasChecksums: header.hasChecksums)
    }

    /// The names of a system and its parts, such as `Linux`, `x86_64` and `6.3.1`, if they are valid.
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

    private static let nameBytes = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-".utf8)
}

extension RedactionNote {
    /// Both notes in one, for a journal that was redacted again.
    func adding(_ other: RedactionNote) -> RedactionNote {
        func both(_ one: [String], _ more: [String]) -> [String] { one + more.filter { !one.contains($0) } }
        return RedactionNote(
            marked: marked || other.marked, state: both(state, other.state), actions: both(actions, other.actions),
            marks: marks || other.marks)
    }
}

extension HiddenPaths {
    /// The places that these JSONPath expressions select, which may use `match` and `search`.
    ///
    /// - Throws: `HiddenPathsError` for the first text that is not a JSONPath.
    package init(_ texts: [String]) throws(HiddenPathsError) {
        try self.init(texts, regularExpressions: IRegexp.compiler)
    }
}
