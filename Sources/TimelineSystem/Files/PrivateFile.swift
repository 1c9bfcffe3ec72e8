#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A small file that only its owner may read, such as one with a secret. Links are not followed.
package enum PrivateFile {
    /// Requires a folder that is the user's own and to which no one else may write.
    ///
    /// - Parameter creates: Whether to create it, mode 0700, if it does not exist.
    package static func requireFolder(_ path: String, creates: Bool) throws(FileError) {
        if creates { _ = mkdir(path, 0o700) }
        var status = stat()
        guard lstat(path, &status) == 0 else { throw FileError(path, "open", errno) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw FileError(path, "open", ENOTDIR) }
        guard status.st_uid == geteuid() else { throw FileError(path, "open", FileError.isForeign) }
        guard status.st_mode & 0o022 == 0 else { throw FileError(path, "open", FileError.isOpen) }
    }

    /// Writes a new file of mode 0600, in place of an existing one.
    package static func write(_ text: String, to path: String) throws(FileError) {
        unlink(path)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError(path, "create", errno) }
        // The umask may exclude even the owner.
        var failure: Int32 = fchmod(descriptor, 0o600) == 0 ? 0 : errno
        let bytes = Array(text.utf8)
        if failure == 0, systemWrite(descriptor, bytes, bytes.count) != bytes.count { failure = errno }
        if close(descriptor) != 0, failure == 0 { failure = errno }
        guard failure == 0 else {
            unlink(path)
            throw FileError(path, "write", failure)
        }
    }

    /// Reads the first `limit` bytes of a file.
    ///
    /// - Throws: `FileError` if it cannot be read, is not a regular file, or is another user's or open to one.
    package static func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(path, "open", errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileError(path, "open", errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw FileError(path, "open", FileError.isNoFile) }
        guard status.st_uid == geteuid() else { throw FileError(path, "open", FileError.isForeign) }
        guard status.st_mode & 0o077 == 0 else { throw FileError(path, "open", EACCES) }
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = systemRead(descriptor, &bytes, bytes.count)
        guard count >= 0 else { throw FileError(path, "read", errno) }
        return Array(bytes.prefix(count))
    }

    package static func remove(_ path: String) { unlink(path) }

    /// The user has no home folder.
    package static let noHome = FileError("HOME", "read", ENOENT)

    /// The variable of the environment; nil if it is not set.
    package static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}

/// `write(2)` and `read(2)`, whose names the methods above hide.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(descriptor, bytes, count)
}
