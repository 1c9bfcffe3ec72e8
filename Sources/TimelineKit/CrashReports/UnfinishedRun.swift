internal import TimelineJournal
internal import TimelineSystem

struct UnfinishedRun: Sendable, Equatable {
    let files: [String]

    /// Of the paths of the bundle and the marker files.
    let stem: String

    static func all(in folder: String) throws(FileError) -> [UnfinishedRun] {
        let names: [String]
        do throws(FileError) { names = try JournalFolder.journals(in: folder) } catch {
            // Nothing has been recorded yet.
            if error.code == FileError.missing { return [] }
            throw error
        }
        let regular = names.filter { FileStatus("\(folder)/\($0)")?.kind == .file }
        return JournalFolder.timelines(of: regular).compactMap { names in
            let stem = JournalFolder.stem(of: names[0])
            // A file and segments with the same name are two runs.
            let own = stem.hasSuffix(".jsonl") ? String(stem.dropLast(".jsonl".count)) : stem + "-segments"
            let run = UnfinishedRun(files: names.map { "\(folder)/\($0)" }, stem: "\(folder)/\(own)")
            return JournalFolder.hasEnd(run.files[run.files.count - 1]) ? nil : run
        }
    }

    func isWritten(to path: String) -> Bool { files.contains { FileStatus.isSame($0, path) } }

    var isLocked: Bool { files.last.map { FileDescriptor.isLocked($0) } ?? false }

    // MARK: - Marker files

    func bundle(for destination: BundleDestination) -> String { "\(stem).bundle.\(destination.fileExtension)" }
    private var reported: String { stem + ".reported" }
    private var replaying: String { stem + ".replaying" }

    var session: String? {
        guard let path = files.first, let file = try? FileBytes(opening: path) else { return nil }
        var reader = JournalReader(file, file: path)
        guard case .header(let header)? = try? reader.next()?.content else { return nil }
        return header.session
    }

    /// A marker of another run with the same name does not count. A segment without a header is identified by its name.
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

    func wasReplayFatal(session: String) -> Bool { Self.mark(replaying) == session }

    /// Writes the marker of a replay. Returns false if that fails; then the run must not be replayed.
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

    /// Throws if a file exists that is not a marker. A marker holds the session of a run; it is empty if that is unknown.
    private static func requireMark(_ path: String, _ mark: [UInt8]) throws(FileError) {
        try OwnFile.requireReplaceable(path) { (file) throws(FileError) in
            let bytes = try file.read(at: 0, count: 1024)
            let isSession = bytes.allSatisfy {
                $0 == UInt8(ascii: "-") || Unicode.Scalar($0).properties.isASCIIHexDigit
            }
            return isSession && bytes.count <= 36 || bytes == mark
        }
    }

    private static func mark(_ path: String) -> String? {
        guard let file = try? FileBytes(opening: path), let bytes = try? file.read(at: 0, count: 1024) else {
            return nil
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
