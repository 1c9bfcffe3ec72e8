package import TimelineKit

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Where a host keeps its token, for those who may read its owner's files.
package enum TokenFile {
    /// Where the token of a host at 127.0.0.1 and `port` is: `~/.timeline/PORT.token`.
    ///
    /// - Throws: `FileError` where the folder is not the user's own, or others may write to it. It is made, mode 0700, where
    ///   it is not there and `makes`.
    package static func path(port: UInt16, makes: Bool) throws(FileError) -> String {
        let home = getenv("HOME").map { String(cString: $0) } ?? ""
        guard !home.isEmpty else { throw FileError("HOME", "read", ENOENT) }
        let folder = "\(home)/.timeline"
        if makes { _ = mkdir(folder, 0o700) }
        var status = stat()
        guard lstat(folder, &status) == 0 else { throw FileError(folder, "open", errno) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw FileError(folder, "open", ENOTDIR) }
        guard status.st_uid == geteuid() else { throw FileError(folder, "open", FileError.isForeign) }
        guard status.st_mode & 0o022 == 0 else { throw FileError(folder, "open", FileError.isOpen) }
        return "\(folder)/\(port).token"
    }

    /// Writes a token to a new file that its owner alone may read. What stands in its place is removed first, and is not
    /// followed where it is a link.
    package static func write(_ token: RemoteToken, to path: String) throws(FileError) {
        unlink(path)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError(path, "create", errno) }
        // A umask may take from the owner, too.
        var failure: Int32 = fchmod(descriptor, 0o600) == 0 ? 0 : errno
        let text = Array("\(token.text)\n".utf8)
        if failure == 0, systemWrite(descriptor, text, text.count) != text.count { failure = errno }
        if close(descriptor) != 0, failure == 0 { failure = errno }
        guard failure == 0 else {
            unlink(path)
            throw FileError(path, "write", failure)
        }
    }

    /// Reads a token. nil where the file holds none.
    ///
    /// - Throws: `FileError` where it cannot be read, is a link, or is another user's or open to one.
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

    /// Removes the file, where it still holds `token`.
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
