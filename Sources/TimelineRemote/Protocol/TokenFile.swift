package import TimelineKit

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// The file in which a host stores its token. Only its owner may read it.
package enum TokenFile {
    /// The default path for a host at 127.0.0.1: `~/.timeline/PORT.token`.
    ///
    /// - Parameter createsFolder: Whether to create the folder, mode 0700, if it does not exist.
    /// - Throws: `FileError` if the folder is not the user's own, or others may write to it.
    package static func path(port: UInt16, createsFolder: Bool) throws(FileError) -> String {
        let home = getenv("HOME").map { String(cString: $0) } ?? ""
        guard !home.isEmpty else { throw FileError("HOME", "read", ENOENT) }
        let folder = "\(home)/.timeline"
        if createsFolder { _ = mkdir(folder, 0o700) }
        var status = stat()
        guard lstat(folder, &status) == 0 else { throw FileError(folder, "open", errno) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw FileError(folder, "open", ENOTDIR) }
        guard status.st_uid == geteuid() else { throw FileError(folder, "open", FileError.isForeign) }
        guard status.st_mode & 0o022 == 0 else { throw FileError(folder, "open", FileError.isOpen) }
        return "\(folder)/\(port).token"
    }

    /// Writes a token to a new file of mode 0600. An existing file or link is removed first.
    package static func write(_ token: RemoteToken, to path: String) throws(FileError) {
        unlink(path)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError(path, "create", errno) }
        // The umask may exclude even the owner.
        var failure: Int32 = fchmod(descriptor, 0o600) == 0 ? 0 : errno
        let text = Array("\(token.text)\n".utf8)
        if failure == 0, systemWrite(descriptor, text, text.count) != text.count { failure = errno }
        if close(descriptor) != 0, failure == 0 { failure = errno }
        guard failure == 0 else {
            unlink(path)
            throw FileError(path, "write", failure)
        }
    }

    /// Reads a token; nil if the file holds none.
    ///
    /// - Throws: `FileError` if the file cannot be read, is a link, or is another user's or open to one.
    package static func read(_ path: String) throws(FileError) -> RemoteToken? {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(path, "open", errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileError(path, "open", errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw FileError(path, "open", FileError.isNoFile) }
        guard status.st_uid == geteuid() else { throw FileError(path, "open", FileError.isForeign) }
        guard status.st_mode & 0o077 == 0 else { throw FileError(path, "open", EACCES) }
        var bytes = [UInt8](repeating: 0, count: RemoteToken.length + 2)
        let count = systemRead(descriptor, &bytes, bytes.count)
        guard count >= 0 else { throw FileError(path, "read", errno) }
        let line = bytes.prefix(count).last == UInt8(ascii: "\n") ? bytes.prefix(count - 1) : bytes.prefix(count)
        return RemoteToken(String(decoding: line, as: UTF8.self))
    }

    /// Removes the file if it still holds `token`.
    package static func remove(_ path: String, holding token: RemoteToken) {
        guard let found = try? read(path), found.text == token.text else { return }
        unlink(path)
    }
}

/// `write(2)` and `read(2)`, whose names the methods above hide.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(descriptor, bytes, count)
}
