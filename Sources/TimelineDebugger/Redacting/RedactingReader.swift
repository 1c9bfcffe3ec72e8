internal import TimelineJournal
internal import TimelineSystem

/// The lines of one file, for code that must understand each of them: damage and other versions of the format are refused.
struct RedactingReader {
    private let file: String
    private var reader: JournalReader
    /// Whether the last line had no LF, and was skipped.
    private(set) var isTorn = false

    init(_ source: any ByteSource, file: String) {
        self.file = file
        reader = JournalReader(source, file: file)
    }

    /// The next line; nil at the end.
    mutating func next() throws(RedactingError) -> LocatedLine? {
        let item: JournalReader.Item?
        do throws(FileError) { item = try reader.next() } catch { throw .file(error) }
        switch item {
        case nil: return nil
        case .torn:
            isTorn = true
            return try next()
        case .damage(let damage): throw .damaged(file: file, line: damage.line, byte: damage.byte)
        case .line(let line):
            if case .header(let header) = line.content, header.format != Header.formatVersion {
                throw .futureVersion(file: file, version: header.format)
            }
            return line
        }
    }
}
