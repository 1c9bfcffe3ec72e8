/// A file that lies beside a recording under a name of ours, and is replaced when the next one is due.
///
/// What others put under that name is theirs: it is never removed, written over or followed.
package enum OwnFile {
    /// Refuses what stands at `path` and is not ours.
    ///
    /// - Parameter isOurs: Whether a regular file of this user is one that may be replaced.
    /// - Throws: `FileError`, which names the file, what it is, and what to do.
    package static func requireReplaceable(
        _ path: String, isOurs: (FileBytes) throws(FileError) -> Bool
    ) throws(FileError) {
        guard let status = try requireFile(path) else { return }
        guard status.isOwn else { throw FileError(path, "replace", .replacingOtherUsers) }
        guard try isOurs(try FileBytes(opening: path)) else {
            throw FileError(path, "replace", .replacingOtherKind)
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
        switch status.kind {
        case .file: return status
        case .folder where orFolder: return nil
        case .link: throw FileError(path, "replace", .replacingLink)
        case .folder: throw FileError(path, "replace", .replacingFolder)
        case .socket, .other: throw FileError(path, "replace", .replacingPipe)
        }
    }
}
