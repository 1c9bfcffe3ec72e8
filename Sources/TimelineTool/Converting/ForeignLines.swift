internal import TimelineJSON
internal import TimelineJournal

/// The values of a file of JSON Lines, in the memory of the longest line. Blank lines are skipped.
struct ForeignLines {
    private let file: ForeignFile
    private var lines: RawLines
    /// Of the line that was read last, from 1.
    private(set) var number = 0

    init(_ file: ForeignFile) {
        self.file = file
        lines = RawLines(file.source, lengthLimit: ForeignFile.sizeLimit)
    }

    mutating func next() throws -> TextValue? {
        while let line = try lines.next() {
            number = line.number
            if line.isTooLong {
                throw error(
                    "", expected: "the end of the line (it may have \(ForeignFile.sizeLimit >> 20) MiB)",
                    found: "a longer one")
            }
            if line.bytes.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) { continue }
            return try ForeignFile.parse(line.bytes, file: file.name, place: "line \(number), ")
        }
        return nil
    }

    /// An error in the line that was read last.
    func error(_ place: String, expected: String, found: String) -> ForeignFileError {
        ForeignFileError(file.name, at: "line \(number)\(place)", expected: expected, found: found)
    }
}
