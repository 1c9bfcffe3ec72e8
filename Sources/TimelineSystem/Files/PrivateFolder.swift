/// A folder that nobody but the user of this process writes to.
package enum PrivateFolder {
    /// Creates the folder, mode 0700 whatever the umask, or checks that the one that exists can be trusted. The folder
    /// above must exist.
    package static func prepare(_ path: String) throws(FolderError) {
        do throws(FileError) { try FileSystem.makeFolder(path) } catch { throw .system(error) }
        try require(path)
    }

    /// Refuses a link, what is no folder, another user's folder, and one that others may write to.
    package static func require(_ path: String) throws(FolderError) {
        let status: FileStatus
        do throws(FileError) { status = try FileStatus(of: path) } catch { throw .system(error) }
        if status.kind == .link { throw .link }
        guard status.kind == .folder else { throw .notAFolder }
        guard status.isOwn else { throw .foreign(owner: Int(status.owner)) }
        guard !status.isWritableByOthers else { throw .open(mode: status.permissions) }
    }

    /// Refuses a file in the folder of another user, other than the system's own.
    ///
    /// - Parameter orShared: Whether a folder for all, in which only its owner takes away what others put there, will do:
    ///   enough for a file that is written once and whole.
    package static func requireOwn(folderOf path: String, orShared: Bool = false) throws(FileError) {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        // Where there is none, what creates the file says so.
        guard let status = FileStatus(FileSystem.split(path).folder, followsLinks: true), status.owner != 0,
            !status.isOwn
        else { return }
        if orShared, status.permissions & 0o1002 == 0o1002 { return }
        throw FileError(path, "create", .folderOfOtherUser)
    }
}
