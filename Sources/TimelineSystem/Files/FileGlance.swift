#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// What can be seen of a file without opening it: enough to tell that it may be another by now.
package enum FileGlance {
    /// nil where there is no file.
    package static func of(_ path: String) -> [Int]? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        return [
            Int(status.st_ino), Int(status.st_mode), Int(status.st_size), Int(time.tv_sec), Int(time.tv_nsec),
        ]
    }
}
