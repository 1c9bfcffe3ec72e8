#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A file that lies beside a recording under a name of ours, and is replaced when the next one is due.
///
/// What others put under that name is theirs: it is never removed, written over or followed.
package enum OwnFile {
    /// What stands under a name of ours, and is not ours. No system call gives these numbers.
    enum Stranger: Int32 {
        case link = -10
        case folder = -11
        case pipe = -12
        case ofAnotherUser = -13
        case ofAnotherKind = -14

        var description: String {
            switch self {
            case .link: "it is a symbolic link"
            case .folder: "it is a folder"
            case .pipe: "it is no regular file"
            case .ofAnotherUser: "it is owned by another user"
            case .ofAnotherKind: "it holds something else than was expected"
            }
        }
    }

    /// Refuses what stands at `path` and is not ours.
    ///
    /// - Parameter isOurs: Whether a regular file of this user is one that may be replaced.
    /// - Throws: `FileError`, which names the file, what it is, and what to do.
    package static func requireReplaceable(
        _ path: String, isOurs: (FileBytes) throws(FileError) -> Bool
    ) throws(FileError) {
        guard let owner = try requireFile(path) else { return }
        guard owner == geteuid() else { throw FileError(path, "replace", Stranger.ofAnotherUser.rawValue) }
        guard try isOurs(try FileBytes(opening: path)) else {
            throw FileError(path, "replace", Stranger.ofAnotherKind.rawValue)
        }
    }

    /// Refuses what stands at `path` and is no file that a person may have meant to be replaced: a link, a folder, a pipe,
    /// a device.
    ///
    /// - Parameter orFolder: Whether a folder is left to whoever tries to replace it, as the system refuses that.
    /// - Returns: Whose file it is; nil where nothing is there, or nothing that can be looked at: that is told by whoever
    ///   creates the file.
    @discardableResult
    package static func requireFile(_ path: String, orFolder: Bool = false) throws(FileError) -> UInt32? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        let stranger: Stranger
        switch status.st_mode & S_IFMT {
        case S_IFREG: return status.st_uid
        case S_IFDIR where orFolder: return nil
        case S_IFLNK: stranger = .link
        case S_IFDIR: stranger = .folder
        default: stranger = .pipe
        }
        throw FileError(path, "replace", stranger.rawValue)
    }
}
