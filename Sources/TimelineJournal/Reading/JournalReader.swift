package import TimelineSystem

/// Reads the lines of one file in order, in constant memory, and holds each against the format.
package struct JournalReader {
    /// What a reader comes across.
    package enum Item: Sendable {
        case line(LocatedLine)
        /// Something that does not belong. Reading goes on with the next line.
        case damage(Damage)
        /// The last line has no LF: it was being written when the run ended. It is dropped.
        case torn(line: Int, byte: Int)
    }

    private let file: String
    private var lines: RawLines
    private var order: LineOrder
    /// Whether a line without a checksum is damaged. The header says so.
    private var requiresChecksums = false
    /// Lines that are parsed ahead: the parser, the current chunk, and the number of its lines that were read.
    private var ahead: LinesAhead<[Result<Line, LineFault>]>?
    private var chunk = LinesAhead<[Result<Line, LineFault>]>.Chunk()
    private var taken = 0

    /// Reads from the start.
    ///
    /// - Parameter last: The last step of the segment before this one, for this one to go on from.
    package init(_ source: any ByteSource, file: String, after last: (seq: Int, at: Moment)? = nil) {
        self.init(source, file: file, after: last, missing: nil)
    }

    /// - Parameter missing: Segments that should stand between that one and this.
    init(_ source: any ByteSource, file: String, after last: (seq: Int, at: Moment)?, missing: MissingSegments?) {
        self.file = file
        lines = RawLines(source)
        order = LineOrder(after: last, missing: missing)
    }

    /// Reads a segment that follows another from its start.
    ///
    /// - Parameter before: What the one before it ends with, where that is known.
    init(_ source: any ByteSource, file: String, continuing before: LineBefore?) {
        self.file = file
        lines = RawLines(source)
        order = LineOrder(after: before.map { ($0.seq, $0.at) }, isFirst: false)
    }

    /// Reads from a place inside, known from an earlier reading; what came before is not held against the rest.
    ///
    /// - Parameters:
    ///   - before: What stands before the place, where that is to be held against the rest.
    ///   - requiresChecksums: Whether the header says that each line has a checksum.
    init(
        _ source: any ByteSource, file: String, from place: Place, after before: LineBefore? = nil,
        requiresChecksums: Bool
    ) {
        self.file = file
        self.requiresChecksums = requiresChecksums
        lines = RawLines(source, line: place.line, byte: place.byte)
        order = place.byte > 0 ? LineOrder(resuming: before) : LineOrder()
    }

    /// Parses the lines ahead, on idle processors. Call this before the first is read, and read no copy afterwards.
    mutating func goAhead() {
        ahead = LinesAhead(lines) { lines in
            lines.map { line in Result { () throws(LineFault) in try Self.content(of: line) } }
        }
    }

    /// The lines that were not read, as they are.
    var rest: RawLines { lines }

    /// The next item, or nil at the end.
    ///
    /// - Throws: `FileError` where the file cannot be read.
    package mutating func next() throws(FileError) -> Item? {
        guard let ahead else {
            guard let raw = try lines.next() else { return nil }
            return item(raw, Result { () throws(LineFault) in try Self.content(of: raw) })
        }
        while taken == chunk.lines.count {
            if let failure = chunk.failure { throw failure }
            guard let next = ahead.next() else { return nil }
            (chunk, taken) = (next, 0)
        }
        guard let parsed = chunk.parsed else { return nil }
        taken += 1
        return item(chunk.lines[taken - 1], parsed[taken - 1])
    }

    /// What a line is among the others.
    private mutating func item(_ raw: RawLines.RawLine, _ parsed: Result<Line, LineFault>) -> Item {
        if raw.isTorn { return .torn(line: raw.number, byte: raw.byte) }
        do throws(LineFault) {
            let content = try parsed.get()
            if raw.byte == 0, case .header(let header) = content { requiresChecksums = header.hasChecksums }
            if requiresChecksums { try LineParser.requireChecksum(of: raw.bytes) }
            try order.take(content)
            return .line(LocatedLine(number: raw.number, byte: raw.byte, bytes: raw.bytes, content: content))
        } catch {
            order.resume()
            return .damage(
                Damage(file: file, line: raw.number, byte: raw.byte + error.byte, reason: error.reason))
        }
    }

    /// What a whole line says by itself.
    ///
    /// Of a line without its end nothing is asked.
    package static func content(of raw: RawLines.RawLine) throws(LineFault) -> Line {
        if raw.isTooLong { throw LineFault("the line is longer than \(RawLines.lengthLimit) bytes") }
        if raw.bytes.isEmpty { throw LineFault("the line is blank") }
        return try LineParser.parse(raw.bytes)
    }
}
