#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A folder that nobody but the user of this process writes to.
package enum PrivateFolder {
    /// Makes the folder, mode 0700 whatever the umask, or sees that the one that is there can be trusted. The folder above
    /// must exist.
    package static func prepare(_ path: String) throws(FolderFault) {
        if mkdir(path, 0o700) == 0 {
            chmod(path, 0o700)
        } else if errno != EEXIST {
            throw .system(FileError(path, "create", errno))
        }
        var status = stat()
        guard lstat(path, &status) == 0 else { throw .system(FileError(path, "open", errno)) }
        if status.st_mode & S_IFMT == S_IFLNK { throw .link }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw .notAFolder }
        guard status.st_uid == geteuid() else { throw .foreign(owner: Int(status.st_uid)) }
        guard status.st_mode & 0o022 == 0 else { throw .open(mode: Int(status.st_mode & 0o7777)) }
    }

    /// Refuses a file in the folder of another user, other than the system's own.
    ///
    /// - Parameter orShared: Whether a folder for all, in which only its owner takes away what others put there, will do:
    ///   enough for a file that is written once and whole.
    package static func requireOwn(folderOf path: String, orShared: Bool = false) throws(FileError) {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        let name = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let folder = name.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        var status = stat()
        // Where there is none, what creates the file says so.
        guard stat(folder, &status) == 0, status.st_uid != 0, status.st_uid != geteuid() else { return }
        if orShared, status.st_mode & S_ISVTX != 0, status.st_mode & S_IWOTH != 0 { return }
        throw FileError(path, "create", FileError.isInForeignFolder)
    }

    /// The size of a file, and how many seconds ago it was written last; nil where there is no such file.
    package static func facts(of path: String) -> (bytes: Int, age: Double)? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        #if canImport(Darwin)
            let written = status.st_mtimespec.tv_sec
        #else
            let written = status.st_mtim.tv_sec
        #endif
        return (Int(status.st_size), max(0, Double(time(nil) - written)))
    }

    /// Whether a folder stands at the path, or a link to one.
    package static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    package static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }
}
