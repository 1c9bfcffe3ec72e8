/// The system calls that writing a journal is made of, so that a test can make each of them fail.
///
/// As in the kernel, a result below 0 is an error number with its sign turned: `-ENOSPC`. Safe for threads.
package protocol FileLayer: Sendable {
    /// Creates a file, mode 0600, and opens it for appending; never one that exists, never through a link. It is
    /// locked (`flock(2)`) for as long as it is open, so that others know a run that goes on. Returns the descriptor.
    func create(_ path: String) -> Int32

    /// Opens a file that exists for appending, never through a link. Returns the descriptor.
    func reopen(_ path: String) -> Int32

    /// Writes at the end: one `write(2)`. Returns how many bytes were taken, which may be fewer.
    func append(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int

    /// Cuts the file to its first `length` bytes. Returns 0.
    func truncate(_ descriptor: Int32, to length: Int) -> Int32

    /// Waits until the file's bytes are on the disk: `fdatasync(2)`. Returns 0.
    func sync(_ descriptor: Int32) -> Int32

    /// Waits until the names in the folder of `path` are on the disk. Returns 0.
    func syncFolder(of path: String) -> Int32

    /// Which file the descriptor is open on; nil where it is open on none.
    func status(of descriptor: Int32) -> FileStatus?

    /// The size past which the process may write no file (`RLIMIT_FSIZE`).
    func sizeLimit() -> Int

    func remove(_ path: String)

    func close(_ descriptor: Int32)
}
