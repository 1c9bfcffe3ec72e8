/// A test can make each call fail. Thread-safe. A negative result is a negated error number, as in the kernel: `-ENOSPC`.
package protocol FileLayer: Sendable {
    /// Of mode 0600, for appending, and locked (`flock(2)`), so that other processes detect a current run. Returns the descriptor.
    func create(_ path: String) -> Int32

    /// For appending, without following a link. Returns the descriptor.
    func reopen(_ path: String) -> Int32

    /// One `write(2)`. Returns the number of bytes written, which may be fewer.
    func append(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int

    func truncate(_ descriptor: Int32, to length: Int) -> Int32

    func sync(_ descriptor: Int32) -> Int32

    /// Waits until the names in the folder are on the disk. Returns 0.
    func syncFolder(of path: String) -> Int32

    func status(of descriptor: Int32) -> FileStatus?

    /// `RLIMIT_FSIZE`, in bytes.
    func sizeLimit() -> Int

    func remove(_ path: String)

    func close(_ descriptor: Int32)
}
