#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A file that is open for reading.
package final class FileBytes: ByteSource {
    private let path: String
    private let descriptor: Int32

    /// Opens a regular file.
    package init(opening path: String) throws(FileError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw FileError(path, "open", errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw FileError(path, "read", status.st_mode & S_IFMT == S_IFDIR ? EISDIR : FileError.notRegular)
        }
        self.path = path
        self.descriptor = descriptor
    }

    /// All of standard input, spooled to a file without a name, so that it can be read at any place in little memory.
    package convenience init(spooling input: Int32, named name: String) throws(FileError) {
        var spool = try Spool(named: name)
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = readSome(input, &buffer, buffer.count)
            if count == 0 { break }
            if count < 0 {
                if errno == EINTR { continue }
                throw FileError(name, "read", errno)
            }
            try spool.append(buffer[..<count])
        }
        self.init(owning: try spool.finished(), named: name)
        // Whoever reads standard input again, such as a program that this one becomes, finds it whole.
        lseek(descriptor, 0, SEEK_SET)
        dup2(descriptor, input)
    }

    /// Reads from a descriptor, and closes it in the end.
    init(owning descriptor: Int32, named name: String) {
        path = name
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    package func read(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let more = pread(descriptor, buffer.baseAddress! + filled, count - filled, off_t(offset + filled))
                if more == 0 { return }
                if more < 0 {
                    if errno == EINTR { continue }
                    failure = errno
                    return
                }
                filled += more
            }
        }
        guard failure == 0 else { throw FileError(path, "read", failure) }
        return bytes
    }

    package func size() throws(FileError) -> Int {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileError(path, "read", errno) }
        return Int(status.st_size)
    }
}

/// `read(2)`, whose name the method above hides.
private func readSome(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}
