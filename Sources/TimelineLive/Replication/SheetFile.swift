internal import TimelineJSON
internal import TimelineJournal
internal import TimelineKit
internal import TimelineSystem

/// The file in which a replica tells the others what it knows. Changes and notes are added at its end, one `write(2)` for
/// all that is new; it is replaced whole where what stands in it is out of date. Used on one queue.
struct SheetFile<State: Codable & Sendable, Action: Codable & Sendable> {
    typealias Sheet = ReplicaSheet<State, Action>

    private let path: String
    private let folder: String
    private let text: SheetText<State, Action>
    /// What is in the file; nil where it is to be written anew.
    private var written: (sheet: SharedSnapshot<State>.ID, dropped: Int, last: Int, note: Int, seen: [String: Int])?
    /// The file that was written: another of its name is not ours.
    private var fingerprint: FileStatus?

    init(_ path: String, in folder: String, _ text: SheetText<State, Action>) {
        self.path = path
        self.folder = folder
        self.text = text
    }

    /// Brings the file up to date.
    mutating func write(_ sheet: Sheet) throws(SharingFailure) {
        if let known = written, known.sheet == sheet.snapshot.id, known.dropped == sheet.dropped,
            known.last <= sheet.last, FileStatus(path) == fingerprint
        {
            try append(sheet, after: known)
        } else {
            try replace(by: sheet)
        }
        fingerprint = FileStatus(path)
    }

    private mutating func append(
        _ sheet: Sheet,
        after known: (sheet: SharedSnapshot<State>.ID, dropped: Int, last: Int, note: Int, seen: [String: Int])
    ) throws(SharingFailure) {
        let new = sheet.changes.drop { $0.number <= known.last }
        let note = sheet.note.flatMap { $0.number > known.note ? $0 : nil }
        guard !new.isEmpty || note != nil else { return }
        let bytes = try lines(new, note, after: known.seen)
        written = nil
        do throws(FileError) { try FileDescriptor(path, for: .appending).write(bytes) } catch { throw .file(error) }
        noteWritten(sheet)
    }

    private mutating func replace(by sheet: Sheet) throws(SharingFailure) {
        written = nil
        var bytes: [UInt8]
        do throws(RealEncoding.Failure) { bytes = try text.head(of: sheet) } catch { throw .encoding(error) }
        bytes += try lines(sheet.changes[...], sheet.note, after: [:])
        do throws(FileError) { try PrivateFile.write(bytes, to: path) } catch { throw .file(error) }
        noteWritten(sheet)
    }

    private mutating func noteWritten(_ sheet: Sheet) {
        written = (
            sheet.snapshot.id, sheet.dropped, sheet.last, sheet.note?.number ?? 0, sheet.changes.last?.seen ?? [:]
        )
    }

    private func lines(
        _ changes: ArraySlice<ReplicaChange<State, Action>>, _ note: Sheet.Note?, after seen: [String: Int]
    ) throws(SharingFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        var seen = seen
        do throws(RealEncoding.Failure) {
            for change in changes {
                bytes += try text.line(change, after: seen)
                seen = change.seen
            }
            if let note { bytes += try text.line(note) }
        } catch {
            throw .encoding(error)
        }
        return bytes
    }
}
