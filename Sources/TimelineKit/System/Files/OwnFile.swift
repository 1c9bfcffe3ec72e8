/// A file beside a recording, whose name this package chooses. A file of another program is never removed, overwritten or followed.
package enum OwnFile {
    /// `isOurs` tells whether a regular file of this user may be replaced.
    package static func requireReplaceable(
        _ path: String, isOurs: (FileBytes) throws(FileError) -> Bool
    ) throws(FileError) {
        guard let status = try requireFile(path) else { return }
        guard status.isOwn else { throw FileError(path, "replace", .replacingOtherUsers) }
        guard try isOurs(try FileBytes(opening: path)) else { throw FileError(path, "replace", .replacingOtherKind) }
    }

    /// Throws for a link, a pipe or a device, and for a folder unless `orFolder`. Nil if there is no file, or it cannot be reached.
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
