#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Tells whether an editor is at work on a file.
package enum WriterWatch {
    /// Whether anyone has the file open to write; false where the system does not tell.
    ///
    /// Linux gives out a lease to read where nobody has (`fcntl(2)`, F_SETLEASE). It is held for a moment; who opens the
    /// file just then waits for that long, and the signal that tells of it is one that does nothing.
    package static func isOpenForWriting(_ path: String) -> Bool {
        #if os(Linux)
            let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            guard descriptor >= 0 else { return false }
            defer { close(descriptor) }
            let (setLease, setSignal): (Int32, Int32) = (1024, 10)
            guard fcntl(descriptor, setSignal, SIGURG) == 0 else { return false }
            guard fcntl(descriptor, setLease, F_RDLCK) == 0 else { return errno == EAGAIN }
            _ = fcntl(descriptor, setLease, F_UNLCK)
            return false
        #else
            return false
        #endif
    }
}
