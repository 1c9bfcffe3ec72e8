#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// What shows, without reading a file, that its name leads to another file or to changed contents.
package struct FileFingerprint: Equatable, Sendable {
    private let inode: UInt64
    private let mode: UInt32
    private let seconds: Int
    private let nanoseconds: Int
    /// In bytes.
    package let size: Int

    /// nil where there is nothing of that name. Does not follow a symbolic link.
    package init?(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
            let modified = status.st_mtimespec
        #else
            let modified = status.st_mtim
        #endif
        (inode, mode, size) = (UInt64(status.st_ino), UInt32(status.st_mode), Int(status.st_size))
        (seconds, nanoseconds) = (Int(modified.tv_sec), Int(modified.tv_nsec))
    }
}
