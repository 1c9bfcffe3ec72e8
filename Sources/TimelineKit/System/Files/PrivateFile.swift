package enum PrivateFile {
    /// In bytes, since the whole file is read into memory.
    package static let sizeLimit = 1 << 28

    package static func read(_ path: String) throws(FileError) -> [UInt8] {
        let file = try FileDescriptor(path, for: .reading)
        guard let status = file.status, status.kind == .file else { throw FileError(path, "read", .notRegular) }
        guard status.size <= sizeLimit else { throw FileError(path, "read", FileError.tooLarge) }
        return try file.read(at: 0, count: status.size)
    }

    /// Throws if another user owns the file or may access it.
    package static func readSecret(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
        let file = try FileDescriptor(path, for: .reading)
        guard let status = file.status, status.kind == .file else { throw FileError(path, "open", .notRegular) }
        guard status.isOwn else { throw FileError(path, "open", .otherUser) }
        guard status.permissions & 0o077 == 0 else { throw FileError(path, "open", FileError.permissionDenied) }
        return try file.read(at: 0, count: limit)
    }

    /// Atomically, and synced.
    package static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
        guard bytes.count <= sizeLimit else { throw FileError(path, "write", FileError.tooLarge) }
        try OutputFile.write(bytes, to: path, replacing: .anything, isDurable: true)
    }

    /// False if the file has other contents; nil expects none. A write by another program just before the rename is lost.
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
