import TimelineTestSupport

/// A small disk in memory, until its last reference is gone.
final class SmallDisk {
    let path: String

    /// Returns nil where it cannot be mounted.
    init?(_ size: String, in folder: TemporaryFolder) throws {
        path = folder.file("disk")
        let mounted = try Self.run("mkdir '\(path)' && mount -t tmpfs -o size=\(size) tmpfs '\(path)'")
        if !mounted {
            print("skipped: a small disk cannot be mounted here")
            return nil
        }
    }

    deinit { _ = try? Self.run("umount -l '\(path)'") }

    private static func run(_ command: String) throws -> Bool {
        try TestProcess(["/bin/sh", "-c", command]).finished().status == 0
    }
}
