/// Reads and writes small files, mode 0600. A link is never followed.
package enum PrivateFile {
    /// No file is larger: one that is read is held in memory whole, and others may choose its size.
    package static let sizeLimit = 1 << 28

    /// All of a regular file of at most `sizeLimit` bytes.
    package static func read(_ path: String) throws(FileError) -> [UInt8] {
        let file = try FileDescriptor(path, for: .reading)
        guard let status = file.status, status.kind == .file else { throw FileError(path, "read", .notRegular) }
        guard status.size <= sizeLimit else { throw FileError(path, "read", FileError.tooLarge) }
        return try file.read(at: 0, count: status.size)
    }

    /// Reads the first `limit` bytes of a file that only its owner may read, such as one with a secret.
    ///
    /// - Throws: `FileError` if it cannot be read, is not a regular file, or is another user's or open to one.
    package static func readSecret(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
        let file = try FileDescriptor(path, for: .reading)
        guard let status = file.status, status.kind == .file else { throw FileError(path, "open", .notRegular) }
        guard status.isOwn else { throw FileError(path, "open", .otherUser) }
        guard status.permissions & 0o077 == 0 else { throw FileError(path, "open", FileError.permissionDenied) }
        return try file.read(at: 0, count: limit)
    }

    /// Writes a file whole or not at all, and returns when it is on the disk. What has that name is replaced.
    package static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
        guard bytes.count <= sizeLimit else { throw FileError(path, "write", FileError.tooLarge) }
        try OutputFile.write(bytes, to: path, replacing: .anything, isDurable: true)
    }

    /// Replaces a file that others write too, if it still holds `expected`; if that is nil, creates it.
    ///
    /// The file is read again right before the rename. A save that another process makes between the two is lost, as is what
    /// an editor writes later into the file that it has opened before.
    ///
    /// - Returns: false where the file holds something else. It is left as it is.
    package static func replace(
        _ path: String, expecting expected: [UInt8]?, with bytes: [UInt8]
    ) throws(FileError) -> Bool {
        do throws(FileError) {
            try OutputFile.write(bytes, to: path, replacing: expected.map { .contents($0) } ?? .nothing)
            return true
        } catch {
            if error.exists || error.code == FileError.changedUnderneath { return false }
            throw error
        }
    }
}
