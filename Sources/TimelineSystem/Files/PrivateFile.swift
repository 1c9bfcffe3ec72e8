/// Reads and writes small files, mode 0600. A link is never followed.
package enum PrivateFile {
    /// No file is larger: one that is read is held in memory whole, and others may choose its size.
    package static let sizeLimit = 1 << 28

    /// All of a regular file of at most `sizeLimit` bytes.
    package static func read(_ path: String) throws(FileError) -> [UInt8] {
        let file = try FileDescriptor(path, for: .reading)
        guard let status = file.status, status.kind == .file else { throw FileError(path, "read", FileError.isNoFile) }
        guard status.size <= sizeLimit else { throw FileError(path, "read", FileError.tooLarge) }
        return try file.read(at: 0, count: status.size)
    }

    /// Reads the first `limit` bytes of a file that only its owner may read, such as one with a secret.
    ///
    /// - Throws: `FileError` if it cannot be read, is not a regular file, or is another user's or open to one.
    package static func readSecret(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
        let file = try FileDescriptor(path, for: .reading)
        guard let status = file.status, status.kind == .file else { throw FileError(path, "open", FileError.isNoFile) }
        guard status.isOwn else { throw FileError(path, "open", FileError.isForeign) }
        guard status.permissions & 0o077 == 0 else { throw FileError(path, "open", FileError.permissionDenied) }
        return try file.read(at: 0, count: limit)
    }

    /// Writes a file whole or not at all, and returns when it is on the disk. What has that name is replaced.
    package static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
        guard bytes.count <= sizeLimit else { throw FileError(path, "write", FileError.tooLarge) }
        try OutputFile.write(bytes, to: path, replacing: .anything, isDurable: true)
    }
}
