internal import TimelineJSON
internal import TimelineJournal
internal import TimelineKit
internal import TimelineSystem

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

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
    private var fingerprint: FileFingerprint?

    init(_ path: String, in folder: String, _ text: SheetText<State, Action>) {
        self.path = path
        self.folder = folder
        self.text = text
    }

    /// Brings the file up to date.
    mutating func write(_ sheet: Sheet) throws(SharingFailure) {
        if let known = written, known.sheet == sheet.snapshot.id, known.dropped == sheet.dropped,
            known.last <= sheet.last, FileFingerprint(path) == fingerprint
        {
            try append(sheet, after: known)
        } else {
            try replace(by: sheet)
        }
        fingerprint = FileFingerprint(path)
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
        let descriptor = open(path, O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .file(FileError(path, "open", errno)) }
        defer { close(descriptor) }
        var count = 0
        while count < bytes.count {
            let more = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress! + count, $0.count - count) }
            if more < 0, errno != EINTR { throw .file(FileError(path, "write", errno)) }
            count += max(0, more)
        }
        noteWritten(sheet)
    }

    private mutating func replace(by sheet: Sheet) throws(SharingFailure) {
        written = nil
        var bytes: [UInt8]
        do throws(RealEncoding.Failure) { bytes = try text.head(of: sheet) } catch { throw .encoding(error) }
        bytes += try lines(sheet.changes[...], sheet.note, after: [:])
        do throws(FileError) { try StateFile.write(bytes, to: path, in: folder) } catch { throw .file(error) }
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

/// `write(2)`, whose name a method above hides.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
