internal import TimelineKit

/// Writes a temporary folder of mode 0700 beside the path, then renames it. After a kill it stays as `PATH.` and six letters,
/// until the next `OutputFolder` for the path finds its lock file unlocked.
struct OutputFolder: ~Copyable {
    private let path: String
    private let draft: String
    /// Marks the temporary folder, if it could be created.
    private let lock: FileDescriptor?
    private static let lockName = ".timeline-draft"

    init(_ path: String) throws(FileError) {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        self.path = path
        Self.removeAbandoned(beside: path)
        draft = try FileSystem.makeFolder(beside: path)
        lock = try? FileDescriptor("\(draft)/\(Self.lockName)", for: .creating)
        _ = try? lock?.lock()
    }

    deinit { Self.remove(draft) }

    func place(of name: String) -> String { "\(draft)/\(name)" }

    /// Check `unexpected(in:)` before an existing folder is replaced.
    consuming func finish(replacing: Bool) throws(FileError) {
        FileSystem.remove("\(draft)/\(Self.lockName)")
        guard replacing, FileStatus.isFolder(path) else {
            try OutputFile.requireNew(path)
            let code = FileSystem.rename(draft, to: path)
            if code != 0 { throw FileError(path, "create", code) }
            return
        }
        // A rename can replace an empty folder, so the old one moves aside in one step.
        let aside = try FileSystem.makeFolder(beside: path)
        var code = FileSystem.rename(path, to: aside)
        guard code == 0 else {
            Self.remove(aside)
            throw FileError(path, "replace", code)
        }
        code = FileSystem.rename(draft, to: path)
        guard code == 0 else {
            _ = FileSystem.rename(aside, to: path)
            throw FileError(path, "create", code)
        }
        Self.remove(aside)
    }

    /// An entry that is not a regular file, or that must not be removed with the folder.
    static func unexpected(in folder: String, isRemovable: (_ name: String) -> Bool) throws(FileError) -> String? {
        guard FileStatus.isFolder(folder) else { return nil }
        return try FileSystem.names(in: folder).sorted().first { name in
            FileStatus("\(folder)/\(name)")?.kind != .file || !isRemovable(name)
        }
    }

    private static func remove(_ folder: String) {
        for name in (try? FileSystem.names(in: folder)) ?? [] { FileSystem.remove("\(folder)/\(name)") }
        FileSystem.removeEmptyFolder(folder)
    }

    private static func removeAbandoned(beside path: String) {
        let (folder, last) = FileSystem.split(path)
        let name = last + "."
        for entry in (try? FileSystem.names(in: folder)) ?? []
        where entry.hasPrefix(name) && entry.utf8.count == name.utf8.count + 6 {
            let left = "\(folder)/\(entry)"
            guard let lock = try? FileDescriptor("\(left)/\(lockName)", for: .updating) else { continue }
            guard let status = FileStatus(left), status.kind == .folder, status.isOwn, (try? lock.lock()) == true else {
                continue
            }
            Self.remove(left)
        }
    }
}
