#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Reads and writes small files that must outlast a loss of power.
package enum StateFile {
    /// No file is larger: one that is read is held in memory whole, and its size may be anybody's word.
    package static let mostBytes = 1 << 28

    /// All of a regular file of at most `mostBytes`; a link is not followed.
    package static func read(_ path: String) throws(FileError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(path, "open", errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw FileError(path, "read", FileError.isNoFile)
        }
        guard status.st_size <= mostBytes else { throw FileError(path, "read", EFBIG) }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var count = 0
        while count < bytes.count {
            let more = bytes.withUnsafeMutableBytes {
                systemRead(descriptor, $0.baseAddress! + count, $0.count - count)
            }
            if more < 0, errno != EINTR { throw FileError(path, "read", errno) }
            if more == 0 { break }
            count += max(0, more)
        }
        return Array(bytes[..<count])
    }

    /// Writes a file whole or not at all, mode 0600 whatever the umask, and returns when it is on the disk. What has that
    /// name is replaced; a link is replaced, not followed.
    package static func write(_ bytes: [UInt8], to path: String, in folder: String) throws(FileError) {
        guard bytes.count <= mostBytes else { throw FileError(path, "write", EFBIG) }
        try FileSizeLimit.requireRoom(for: bytes.count, after: 0, in: path)
        let draft = path + ".draft"
        unlink(draft)
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError(path, "create", errno) }
        var failure: Int32 = fchmod(descriptor, 0o600) == 0 ? 0 : errno
        var written = 0
        while written < bytes.count, failure == 0 {
            let more = bytes.withUnsafeBytes {
                systemWrite(descriptor, $0.baseAddress! + written, $0.count - written)
            }
            if more < 0, errno != EINTR { failure = errno }
            written += max(0, more)
        }
        if failure == 0, fsync(descriptor) != 0 { failure = errno }
        if close(descriptor) != 0, failure == 0 { failure = errno }
        if failure == 0, rename(draft, path) != 0 { failure = errno }
        guard failure == 0 else {
            unlink(draft)
            throw FileError(path, "write", failure)
        }
        // The name, too, is to outlast a loss of power. Where a folder cannot be synced, the file is as good as it gets.
        let parent = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if parent >= 0 {
            fsync(parent)
            close(parent)
        }
    }
}

/// `read(2)` and `write(2)`, whose names the methods above hide.
private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(descriptor, bytes, count)
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
