internal import TimelineDebugger
internal import TimelineKit

/// A replaced file is kept until the new one exists.
struct RecordingFiles {
    private var moved: [(path: String, backup: String)] = []

    /// Makes room for a recording. Its folder must exist: a recorder would create it.
    init(for path: String, force: Bool) throws {
        try FileSystem.requireWritableFolder(of: path)
        try StatusPage.requireFree(beside: path)
        try free(path, force: force)
    }

    /// A file that another process moved.
    init(of process: Int, _ path: String) { moved = [(path, Self.backup(of: path, by: process))] }

    private static func backup(of path: String, by process: Int) -> String { "\(path).\(process).replaced" }

    /// `episodes-20261121-043105.jsonl`, in local time; `timeline-…` without a name.
    static func name(for name: String?) -> String { "\(name ?? "timeline")-\(SystemInfo.localTimestamp).jsonl" }

    /// Moves a file at `path` to a backup with `force`, and throws without it. A path that the tool chose must hold a bundle.
    mutating func free(_ path: String, force: Bool, isBundle: Bool = false) throws(FileError) {
        guard force else { return try OutputFile.requireNew(path) }
        if isBundle { try OwnFile.requireBundle(path) } else { try OwnFile.requireFile(path, orFolder: true) }
        if FileStatus.isFolder(path) { throw FileError(path, "replace", FileError.isAFolder) }
        let backup = Self.backup(of: path, by: CurrentProcess.id)
        if try FileSystem.move(path, to: backup) { moved.append((path, backup)) }
    }

    func restore() { for (path, backup) in moved { _ = try? FileSystem.move(backup, to: path) } }

    func removeBackups() { for (_, backup) in moved { FileSystem.remove(backup) } }
}
