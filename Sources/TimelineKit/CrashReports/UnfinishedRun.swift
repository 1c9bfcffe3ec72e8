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

    /// Retention knows no such day: it bounds the folder in any case.
    var isLocked: Bool { files.last.map { FileDescriptor.isLocked($0, orWrittenWithin: 86_400) } ?? false }

    // MARK: - Files beside it

    var bundle: String { stem + ".bundle.jsonl" }
    private var reported: String { stem + ".reported" }
    var session: String? { try? Segment(opening: files[0]).header().session }

    /// A marker of another run with the same name does not count. A segment without a header is identified by its name.
    func isReported(session: String?) -> Bool {
        guard let file = try? FileBytes(opening: reported), let bytes = try? file.read(at: 0, count: 1024) else {
            return false
        }
        let mark = String(decoding: bytes, as: UTF8.self)
        return mark == session ?? "" || session == nil && stem.hasSuffix("-segments")
    }

    func markReported(session: String?, bundle: String?) throws(FileError) {
        let mark = Array((session ?? "").utf8)
        // A mark holds the session of a run; it is empty if that is unknown.
        try OwnFile.requireReplaceable(reported) { (file) throws(FileError) in
            let bytes = try file.read(at: 0, count: 1024)
            let isSession = bytes.allSatisfy {
                $0 == UInt8(ascii: "-") || Unicode.Scalar($0).properties.isASCIIHexDigit
            }
            return isSession && bytes.count <= 36 || bytes == mark
        }
        try OutputFile.write(mark, to: reported, replacing: true)
        if let bundle { FileSystem.remove(bundle) }
    }
}
