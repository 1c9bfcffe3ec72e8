#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A regular file that is open for reading, never through a link.
package struct RegularFile: ~Copyable {
    private let path: String
    private let descriptor: Int32
    /// The permissions, such as 0o600.
    package let mode: Int
    /// Whether this user, or root, owns it.
    package let isTrusted: Bool

    package init(opening path: String) throws(FileError) { try self.init(path, in: AT_FDCWD) }

    /// - Parameter folder: The descriptor of the folder that a relative path starts from.
    init(_ path: String, in folder: Int32) throws(FileError) {
        let descriptor = openat(folder, path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { throw FileError(path, "open", errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw FileError(path, "read", .notRegular)
        }
        self.path = path
        self.descriptor = descriptor
        mode = Int(status.st_mode & 0o777)
        isTrusted = status.st_uid == geteuid() || status.st_uid == 0
    }

    deinit { close(descriptor) }

    /// Lets only the owner read and write it.
    func restrictToOwner() { fchmod(descriptor, 0o600) }

    /// Reads the first `limit` bytes.
    package func read(atMost limit: Int) throws(FileError) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: min(limit, 1 << 16))
        while bytes.count < limit {
            let count = systemRead(descriptor, &chunk, min(chunk.count, limit - bytes.count))
            if count == 0 { break }
            if count < 0, errno != EINTR { throw FileError(path, "read", errno) }
            bytes += chunk.prefix(max(0, count))
        }
        return bytes
    }
}

/// `read(2)`, whose name the method above hides.
private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(descriptor, bytes, count)
}
