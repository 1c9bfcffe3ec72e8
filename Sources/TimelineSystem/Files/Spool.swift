#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A file without a name: bytes that are too many for the memory, kept for as long as they are open. Mode 0600.
package struct Spool: ~Copyable {
    private let folder: String
    private let name: String
    private let descriptor: Int32
    private var pending: [UInt8] = []
    private static let windowSize = 1 << 16
    /// How many bytes were put in.
    package private(set) var count = 0

    /// - Parameter name: What messages call it.
    package init(named name: String) throws(FileError) {
        folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        self.name = name
        var template = Array("\(folder)/timeline-XXXXXX".utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw FileError("\(folder)/timeline-XXXXXX", "create", errno) }
        unlink(template)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    deinit { close(descriptor) }

    package mutating func append(_ bytes: some Collection<UInt8>) throws(FileError) {
        pending.append(contentsOf: bytes)
        count += bytes.count
        if pending.count >= Self.windowSize { try write() }
    }

    /// All of it, to be read at any place.
    package consuming func finish() throws(FileError) -> FileBytes {
        let name = name
        return FileBytes(owning: try finished(), named: name)
    }

    /// A descriptor that holds all of it.
    consuming func finished() throws(FileError) -> Int32 {
        try write()
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw FileError(name, "read", errno) }
        return copy
    }

    private mutating func write() throws(FileError) {
        try FileSizeLimit.requireRoom(for: pending.count, after: count - pending.count, in: folder)
        var written = 0
        while written < pending.count {
            let more = pending.withUnsafeBytes {
                writeSome(descriptor, $0.baseAddress! + written, pending.count - written)
            }
            if more < 0, errno != EINTR { throw FileError(folder, "write", errno) }
            written += max(0, more)
        }
        pending.removeAll(keepingCapacity: true)
    }
}

/// `write(2)`, whose name the method above hides.
private func writeSome(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
