/// Reads and writes small files of mode 0600. Never follows a link.
package enum PrivateFile {
    /// The largest file, in bytes, since the whole file is read into memory.
    package static let sizeLimit = 1 << 28

    /// Reads a regular file of at most `sizeLimit` bytes.
    package static func read(_ path: String) throws(FileError) -> [UInt8] {
        let file = try FileDescriptor(path, for: .reading)
        guard let status = file.status, status.kind == .file else { throw FileError(path, "read", .notRegular) }
        guard status.size <= sizeLimit else { throw FileError(path, "read", FileError.tooLarge) }
        return try file.read(at: 0, count: status.size)
    }

    /// Reads the first `limit` bytes of a file that only its owner may read, such as one with a secret.
    ///
    /// - Throws: `FileError` if it cannot be read, is not a regular file, or if another user owns it or may access it.
    package static func readSecret(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
        let file = try FileDescriptor(path, for: .reading)
        guard let status = file.status, status.kind == .file else { throw FileError(path, "open", .notRegular) }
        guard status.isOwn else { throw FileError(path, "open", .otherUser) }
        guard status.permissions & 0o077 == 0 else { throw FileError(path, "open", FileError.permissionDenied) }
        return try file.read(at: 0, count: limit)
    }

    /// Writes or replaces a file atomically, and syncs it.
    package static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
        guard bytes.count <= sizeLimit else { throw FileError(path, "write", FileError.tooLarge) }
        try OutputFile.write(bytes, to: path, replacing: .anything, isDurable: true)
    }

    /// Replaces a file that other programs write too, if it still has the contents `expected`; if that is nil, creates it.
    ///
    /// Reads the file again just before the rename. A write by another program between the two is lost.
    ///
    /// - Returns: False if the file has other contents. It is left untouched.
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
