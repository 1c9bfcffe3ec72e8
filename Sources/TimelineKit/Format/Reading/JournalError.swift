package enum JournalError: Error, Equatable {
    case unreadable(FileError)
    /// Reading failed after opening, or the file has changed since.
    case unreadableWithin(FileError)
    case empty(file: String)
    case notATimeline(file: String, line: Int, byte: Int, reason: String)
    case futureVersion(file: String, version: Int)
    case unknownRequirements(file: String, names: [String])
    case damaged(first: Damage, count: Int)
    case notUnpacked(file: String, reason: String)
    case unpackedSizeTooLarge(file: String, limit: Int, remedy: String)
    case nothingToSave(file: String)
    case emptyFolder(String)
    case severalTimelines(folder: String, names: [String])
    case notRecorded(why: String)
    /// Another program recorded it.
    case foreign(file: String, found: String, expected: String)
}

extension JournalError {
    package static func changed(_ file: String) -> JournalError {
        .unreadableWithin(FileError(file, "read", FileError.changedUnderneath))
    }

    package static func reading<Result>(
        _ body: @autoclosure () throws(FileError) -> Result, as kind: (FileError) -> JournalError = Self.unreadable
    ) throws(JournalError) -> Result {
        do throws(FileError) { return try body() } catch { throw kind(error) }
    }

    var isOfMissingFile: Bool {
        if case .unreadable(let error) = self { return error.isMissing }
        return false
    }
}

extension JournalError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unreadable(let error), .unreadableWithin(let error): error.description
        case .empty(let file):
            "\(file) is empty: not even a header was written. The app may have ended before its recorder began."
        case .notATimeline(let file, let line, let byte, let reason):
            """
            \(file) is not a timeline: line \(line), byte \(byte): \(reason).
            A timeline is JSON Lines, and its first line begins with {"timeline":1,
            """
        case .futureVersion(let file, let version):
            """
            \(file), line 1: this timeline is of format version \(version), and this timeline reads version \
            \(Header.formatVersion).
            Use a newer timeline to read it.
            """
        case .unknownRequirements(let file, let names):
            """
            \(file), line 1: a reader of this timeline must know \(names.map { "\"\($0)\"" }.joined(separator: ", ")), \
            and this timeline does not.
            Use a newer timeline to read it.
            """
        case .damaged(let first, let count):
            """
            damage in \(first).
            \(Self.advice(first.kind, count))
            """
        case .notUnpacked(let file, let reason):
            """
            \(file) cannot be unpacked: \(reason).
            Not one whole line comes before that.
            """
        case .unpackedSizeTooLarge(let file, let limit, let remedy):
            """
            \(file) unpacks to more than \(limit) bytes.
            \(remedy)
            """
        case .nothingToSave(let file):
            "nothing of \(file) can be saved: no snapshot in it is sound, so no state is known"
        case .notRecorded(let why): why
        case .foreign(let file, let found, let expected):
            "\(file) is a timeline of the program \"\(found)\", and this is \"\(expected)\""
        case .emptyFolder(let folder): "\(folder) holds no timelines: no file in it ends in .jsonl"
        case .severalTimelines(let folder, let names):
            """
            \(folder) holds \(names.count) timelines, and this command takes one:
            \(names.map { "  \(folder)/\($0)" }.joined(separator: "\n"))
            """
        }
    }

    private static func advice(_ kind: Damage.Kind, _ count: Int) -> String {
        switch kind {
        case .line:
            """
            \(count == 1 ? "It is the only damage." : "There are \(count) such places; `timeline info` lists them.")
            \(remedy).
            """
        case .torn: "It was not written completely; without --recover strict it is left out."
        case .cut: "The end of the file was cut off; without --recover strict, the part before it is read."
        case .missing: "Without --recover strict, the remaining segments are read."
        }
    }

    package static let remedy =
        "`timeline repair FILE -o COPY` writes a sound copy; --recover salvage passes over the damage"

    package var isForeignOrDamaged: Bool {
        switch self {
        case .unreadable, .emptyFolder, .severalTimelines, .notRecorded: false
        default: true
        }
    }
}
