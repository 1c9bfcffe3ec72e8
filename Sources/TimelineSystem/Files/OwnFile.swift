/// A file that lies beside a recording under a name of ours, and is replaced when the next one is due.
///
/// What others put under that name is theirs: it is never removed, written over or followed.
package enum OwnFile {
    /// What stands under a name of ours, and is not ours. No system call gives these numbers.
    enum Obstacle: Int32 {
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
        guard let status = try requireFile(path) else { return }
        guard status.isOwn else { throw FileError(path, "replace", Obstacle.ofAnotherUser.rawValue) }
        guard try isOurs(try FileBytes(opening: path)) else {
            throw FileError(path, "replace", Obstacle.ofAnotherKind.rawValue)
        }
    }

    /// Refuses what stands at `path` and is no file that a person may have meant to be replaced: a link, a folder, a pipe,
    /// a device.
    ///
    /// - Parameter orFolder: Whether a folder is left to the caller, whose attempt to replace it the system refuses.
    /// - Returns: The file that is there; nil where nothing is, or it cannot be reached: creating the file reports that.
    @discardableResult
    package static func requireFile(_ path: String, orFolder: Bool = false) throws(FileError) -> FileStatus? {
        guard let status = FileStatus(path) else { return nil }
        let obstacle: Obstacle
        switch status.kind {
        case .file: return status
        case .folder where orFolder: return nil
        case .link: obstacle = .link
        case .folder: obstacle = .folder
        case .socket, .other: obstacle = .pipe
        }
        throw FileError(path, "replace", obstacle.rawValue)
    }
}
