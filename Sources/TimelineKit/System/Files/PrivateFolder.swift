package enum PrivateFolder {
    /// Of mode 0700, as those above it that are missing; checks an existing folder.
    package static func prepare(_ path: String) throws(FileError) {
        try FileSystem.makeParents(of: path)
        try FileSystem.makeFolder(path)
        try require(path)
    }

    /// Throws for a link, another user's folder, and a folder that other users may write to.
    package static func require(_ path: String) throws(FileError) {
        let status = try FileStatus(of: path)
        if status.kind == .link { throw FileError(path, "open", FileError.link) }
        guard status.kind == .folder else { throw FileError(path, "open", .notAFolder) }
        guard status.isOwn else { throw FileError(path, "open", .otherUser) }
        guard !status.isWritableByOthers else { throw FileError(path, "open", .writableByOthers) }
    }

    /// Root may own it, too. A shared folder with the sticky bit suffices for a file that is written once and atomically.
    package static func requireOwn(folderOf path: String, orShared: Bool = false) throws(FileError) {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        // If there is no folder, creating the file throws.
        guard let status = FileStatus(FileSystem.split(path).folder, followsLinks: true), status.owner != 0,
            !status.isOwn
        else { return }
        if orShared, status.permissions & 0o1002 == 0o1002 { return }
        throw FileError(path, "create", .folderOfOtherUser)
    }
}
