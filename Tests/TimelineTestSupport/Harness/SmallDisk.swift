import Foundation
package import Testing

/// A small disk in memory, until its last reference is gone.
package final class SmallDisk {
    fileprivate static let isMountable =
        (try? run("disk=$(mktemp -d) && mount -t tmpfs -o size=16k tmpfs $disk && umount $disk && rmdir $disk")) != nil

    package let path: String

    /// A disk at a path where nothing is.
    package init(_ size: String, at path: String) throws {
        self.path = path
        try Self.run("mkdir '\(path)' && mount -t tmpfs -o size=\(size) tmpfs '\(path)'")
    }

    deinit { try? Self.run("umount -l '\(path)'") }

    private static func run(_ command: String) throws {
        let finished = try TestProcess.run(["/bin/sh", "-c", command])
        if finished.status != 0 { throw TestProcess.Failure(description: finished.errors) }
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips a test where no disk can be mounted.
    package static var needsDisk: Self {
        .enabled(if: SmallDisk.isMountable, "only root mounts disks, and not in every container")
    }

    /// Skips a test where folders cannot be given to another user.
    package static var needsRoot: Self { .enabled(if: geteuid() == 0, "only root gives folders away") }
}
