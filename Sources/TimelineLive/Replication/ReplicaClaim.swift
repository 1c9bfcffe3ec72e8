internal import TimelineJournal
internal import TimelineSystem

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// The right of one process to be the replica of an id: a lock on a file, which ends with the process, however it ends.
///
/// Between machines nothing can tell: there each needs a name of its own.
package final class ReplicaClaim: Sendable {
    package let id: String
    private let descriptor: Int32

    /// nil where another has it.
    init?(_ id: String, in folder: String) throws(ReplicaError) {
        let path = "\(folder)/.\(id).lock"
        let descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { throw .file(FileError(path, "create", errno)) }
        self.id = id
        self.descriptor = descriptor
        _ = fchmod(descriptor, 0o600)
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            let code = errno
            if code == EWOULDBLOCK { return nil }
            throw .file(FileError(path, "lock", code))
        }
    }

    deinit { close(descriptor) }
}
