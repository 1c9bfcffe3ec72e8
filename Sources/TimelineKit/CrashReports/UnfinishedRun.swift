internal import TimelineJournal
internal import TimelineSystem

/// The files of one run whose last line is no `end`, and the marks beside them.
struct UnfinishedRun: Sendable, Equatable {
    /// The timeline, in its order: one file, or segments.
    let files: [String]

    /// What the names of the bundle and the marks begin with.
    let stem: String

    /// The runs in a folder, in the order of their names. Links and folders are passed over.
    static func all(in folder: String) throws(FileError) -> [UnfinishedRun] {
        let names: [String]
        do throws(FileError) { names = try JournalFolder.journals(in: folder) } catch {
            // No run has been recorded yet.
            if error.code == FileError.missing { return [] }
            throw error
        }
        let regular = names.filter { FileStatus("\(folder)/\($0)")?.kind == .file }
        return JournalFolder.timelines(of: regular).compactMap { names in
            let stem = JournalFolder.stem(of: names[0])
            // A file and segments of one name are two runs.
            let own = stem.hasSuffix(".jsonl") ? String(stem.dropLast(".jsonl".count)) : stem + "-segments"
            let run = UnfinishedRun(files: names.map { "\(folder)/\($0)" }, stem: "\(folder)/\(own)")
            return JournalFolder.hasEnd(run.files[run.files.count - 1]) ? nil : run
        }
    }

    // MARK: - Runs that go on

    /// Whether `path` is one of the files, under whatever name.
    func isWritten(to path: String) -> Bool {
        files.contains { FileStatus.isSame($0, path) }
    }

    /// Whether another process, or another part of this one, holds a lock on the file that was written last.
    var isLocked: Bool {
        guard let path = files.last, let file = try? FileDescriptor(path, for: .reading) else { return false }
        return (try? file.lock(shared: true)) == false
    }

    // MARK: - Marks

    func bundle(for destination: BundleDestination) -> String { "\(stem).bundle.\(destination.fileExtension)" }
    private var reported: String { stem + ".reported" }
    private var replaying: String { stem + ".replaying" }

    /// Which run this is, from the header alone; nil where it cannot be read.
    var session: String? {
        guard let path = files.first, let file = try? FileBytes(opening: path) else { return nil }
        var reader = JournalReader(file, file: path)
        guard case .header(let header)? = try? reader.next()?.content else { return nil }
        return header.session
    }

    /// Whether it was marked as sent. A mark of another run of the same name does not count.
    ///
    /// Of a run in segments that was reported, those before may be gone, and the last may be one that was never begun: no
    /// header tells whose it is, but its name does.
    func isReported(session: String?) -> Bool {
        guard let mark = Self.mark(reported) else { return false }
        return mark == session ?? "" || session == nil && stem.hasSuffix("-segments")
    }

    func markReported(session: String?, bundle: String?) throws(FileError) {
        let mark = Array((session ?? "").utf8)
        try Self.requireMark(reported, mark)
        try OutputFile.write(mark, to: reported, replacing: true)
        if (try? Self.requireMark(replaying, mark)) != nil { FileSystem.remove(replaying) }
        if let bundle { FileSystem.remove(bundle) }
    }

    /// Whether a replay of this run began and did not come to its end.
    func wasReplayFatal(session: String) -> Bool { Self.mark(replaying) == session }

    /// Leaves the mark that a replay begins. Where it cannot be left, nothing must be replayed.
    func markReplay(session: String) -> Bool {
        let mark = Array(session.utf8)
        do throws(FileError) {
            try Self.requireMark(replaying, mark)
            try OutputFile.write(mark, to: replaying, replacing: true)
            return true
        } catch {
            return false
        }
    }

    func clearReplayMark() { FileSystem.remove(replaying) }

    /// Refuses what stands in a mark's place and is none: a mark holds the session of a run, or nothing where none is known.
    private static func requireMark(_ path: String, _ mark: [UInt8]) throws(FileError) {
        try OwnFile.requireReplaceable(path) { (file) throws(FileError) in
            let bytes = try file.read(at: 0, count: 1024)
            let isSession = bytes.allSatisfy {
                $0 == UInt8(ascii: "-") || Unicode.Scalar($0).properties.isASCIIHexDigit
            }
            return isSession && bytes.count <= 36 || bytes == mark
        }
    }

    /// What a mark says; nil where there is none.
    private static func mark(_ path: String) -> String? {
        guard let file = try? FileBytes(opening: path), let bytes = try? file.read(at: 0, count: 1024) else {
            return nil
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
