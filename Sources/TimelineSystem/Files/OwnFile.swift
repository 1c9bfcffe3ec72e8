/// A file beside a recording, whose name this package chooses and which it replaces.
///
/// A file that another program put there is never removed, overwritten or followed.
package enum OwnFile {
    /// Throws if a file exists at `path` that may not be replaced.
    ///
    /// - Parameter isOurs: Whether a regular file of this user may be replaced.
    package static func requireReplaceable(
        _ path: String, isOurs: (FileBytes) throws(FileError) -> Bool
    ) throws(FileError) {
        guard let status = try requireFile(path) else { return }
        guard status.isOwn else { throw FileError(path, "replace", .replacingOtherUsers) }
        guard try isOurs(try FileBytes(opening: path)) else {
            throw FileError(path, "replace", .replacingOtherKind)
        }
    }

    /// Throws if there is a link, a folder, a pipe or a device at `path`.
    ///
    /// - Parameter orFolder: Whether a folder is allowed. The system refuses to replace it by a file.
    /// - Returns: The status of the file; nil if there is none, or it cannot be reached.
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
