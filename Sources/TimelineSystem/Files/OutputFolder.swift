/// Makes a folder whole or not at all: under another name beside it first, mode 0700.
///
/// A folder that is not finished goes away. Where its process is killed it stays, as `PATH.` and six letters, until a folder
/// is begun at the same path: a file in it that nobody holds locked any more tells it from whatever else bears such a name.
package struct OutputFolder: ~Copyable {
    private let path: String
    /// Where it is made.
    private let draft: String
    /// The locked file in it that says so, if it could be created.
    private let lock: FileDescriptor?
    private static let lockName = ".timeline-draft"

    /// Begins a folder at `path`, with nothing in it.
    package init(_ path: String) throws(FileError) {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        self.path = path
        Self.removeLeft(beside: path)
        draft = try FileSystem.makeFolder(beside: path)
        lock = try? FileDescriptor("\(draft)/\(Self.lockName)", for: .creating)
        _ = try? lock?.lock()
    }

    deinit { FileSystem.removeFolder(draft) }

    /// Where a file of this name is to be written.
    package func place(of name: String) -> String { "\(draft)/\(name)" }

    /// Puts it in its place.
    ///
    /// - Parameter replacing: Whether the folder that is there is removed. See `unexpected(in:)` before.
    package consuming func finish(replacing: Bool) throws(FileError) {
        FileSystem.remove("\(draft)/\(Self.lockName)")
        guard replacing, FileStatus.isFolder(path) else {
            try OutputFile.requireNew(path)
            let code = FileSystem.rename(draft, to: path)
            if code != 0 { throw FileError(path, "create", code) }
            return
        }
        // A folder that is empty may be replaced, so the old one goes aside in one step.
        let aside = try FileSystem.makeFolder(beside: path)
        var code = FileSystem.rename(path, to: aside)
        guard code == 0 else {
            FileSystem.removeFolder(aside)
            throw FileError(path, "replace", code)
        }
        code = FileSystem.rename(draft, to: path)
        guard code == 0 else {
            _ = FileSystem.rename(aside, to: path)
            throw FileError(path, "create", code)
        }
        FileSystem.removeFolder(aside)
    }

    /// The name of something in a folder that is no file, or none of those that may go with the folder where it is
    /// replaced; nil where there is none, or no folder.
    package static func unexpected(
        in folder: String, mayGo: (_ name: String) -> Bool
    ) throws(FileError) -> String? {
        guard FileStatus.isFolder(folder) else { return nil }
        return try FileSystem.names(in: folder).sorted().first { name in
            FileStatus("\(folder)/\(name)")?.kind != .file || !mayGo(name)
        }
    }

    /// Removes what killed processes left at `path`.
    private static func removeLeft(beside path: String) {
        let (folder, last) = FileSystem.split(path)
        let name = last + "."
        for entry in (try? FileSystem.names(in: folder)) ?? []
        where entry.hasPrefix(name) && entry.utf8.count == name.utf8.count + 6 {
            let left = "\(folder)/\(entry)"
            guard let lock = try? FileDescriptor("\(left)/\(lockName)", for: .updating) else { continue }
            guard let status = FileStatus(left), status.kind == .folder, status.isOwn, (try? lock.lock()) == true else {
                continue
            }
            FileSystem.removeFolder(left)
        }
    }
}
