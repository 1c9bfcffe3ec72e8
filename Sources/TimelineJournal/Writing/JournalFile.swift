#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A journal that is being written. Not safe for threads: its owner keeps it behind a lock.
///
/// The file is new, mode 0600 whatever the umask, and not reached through a link at its end. Each line is one `write(2)`.
package struct JournalFile: ~Copyable {
    /// The file, as it was named.
    package let path: String
    private let descriptor: Int32
    /// The bytes of whole lines; anything past them is what is left of a line that failed.
    package private(set) var length = 0
    private var hasRemains = false

    /// Creates the file.
    ///
    /// - Throws: `FileError`; where a file of that name exists already, too.
    package init(creating path: String) throws(FileError) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_NOFOLLOW | O_CLOEXEC
        let descriptor = open(path, flags, 0o600)
        guard descriptor >= 0 else { throw FileError(path, "create", errno) }
        fchmod(descriptor, 0o600)
        self.path = path
        self.descriptor = descriptor
    }

    /// Appends a line that ends with LF. Where that fails, nothing of the line stays.
    package mutating func append(_ line: [UInt8]) throws(FileError) {
        if hasRemains { try clear() }
        var written = 0
        while written < line.count {
            let more = line.withUnsafeBytes { write(descriptor, $0.baseAddress! + written, line.count - written) }
            if more < 0 {
                if errno == EINTR { continue }
                let code = errno
                hasRemains = written > 0
                if hasRemains { try? clear() }
                throw FileError(path, "write", code)
            }
            written += more
        }
        length += line.count
    }

    private mutating func clear() throws(FileError) {
        guard ftruncate(descriptor, off_t(length)) == 0 else { throw FileError(path, "write", errno) }
        hasRemains = false
    }

    deinit { close(descriptor) }
}
