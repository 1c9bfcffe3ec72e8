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
        var status = stat()
        // What cannot be looked at is told by whoever creates the file.
        guard lstat(path, &status) == 0 else { return }
        func refuse(_ stranger: Stranger) throws(FileError) {
            throw FileError(path, "replace", stranger.rawValue)
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFLNK: try refuse(.link)
        case S_IFDIR: try refuse(.folder)
        default: try refuse(.pipe)
        }
        guard status.st_uid == geteuid() else { return try refuse(.ofAnotherUser) }
        guard try isOurs(try FileBytes(opening: path)) else { return try refuse(.ofAnotherKind) }
    }
}
