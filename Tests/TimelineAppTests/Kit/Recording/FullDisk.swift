import Foundation
import TimelineTestSupport

/// A full disk, simulated by a limit on the size of files: a write past it is short, or fails.
enum FullDisk {
    static func begin(at path: String, leaving bytes: Int) throws {
        signal(SIGXFSZ, SIG_IGN)
        limitFiles(to: rlim_t(try text(of: path).utf8.count + bytes))
    }

    static func end() { limitFiles(to: nil) }

    static func limitFiles(to size: rlim_t?) {
        #if canImport(Darwin)
            let fileSize = RLIMIT_FSIZE
        #else
            let fileSize = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
        #endif
        var limit = rlimit()
        getrlimit(fileSize, &limit)
        limit.rlim_cur = size ?? limit.rlim_max
        precondition(setrlimit(fileSize, &limit) == 0, "the limit cannot be set")
    }
}
