#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// The limit on the size of files (`RLIMIT_FSIZE`). A write past it would end the process by `SIGXFSZ`, so none is tried.
package enum FileSizeLimit {
    /// Refuses a write of `count` bytes to a file of `length` bytes that would go past the limit.
    package static func requireRoom(for count: Int, after length: Int, in path: String) throws(FileError) {
        if count > SystemFiles().sizeLimit() - length { throw FileError(path, "write", EFBIG) }
    }
}
