internal import TimelineLibc

package struct FileStatus: Equatable, Sendable {
    package enum Kind: Sendable {
        case file, folder, link, socket
        case other
    }

    package let kind: Kind
    package let owner: UInt32
    package let permissions: Int
    package let size: Int
    /// 0 for a deleted file.
    package let links: Int
    /// Device and inode identify the file under any name.
    package let device, inode: UInt64
    /// Since 1970.
    package let modified: Duration

    /// Nil if there is none, or it cannot be reached.
    package init?(_ path: String, followsLinks: Bool = false) {
        guard let status = try? FileStatus(of: path, followsLinks: followsLinks) else { return nil }
        self = status
    }

    package init(of path: String, followsLinks: Bool = false) throws(FileError) {
        var status = stat()
        guard (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 else {
            throw FileError(path, "open", errno)
        }
        self.init(status)
    }

    package init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .link
            case S_IFSOCK: .socket
            default: .other
            }
        owner = status.st_uid
        permissions = Int(status.st_mode & 0o7777)
        size = Int(status.st_size)
        links = Int(status.st_nlink)
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(status.st_ino)
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        modified = .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    }

    package var isOwn: Bool { owner == geteuid() }

    /// Root may, too.
    package var isPrivate: Bool { permissions & 0o077 == 0 && (isOwn || owner == 0) }
    package var isWritableByOthers: Bool { permissions & 0o022 != 0 }
    package var age: Int { max(0, Int(time(nil)) - Int(modified.components.seconds)) }

    package func isSameFile(as other: FileStatus) -> Bool { device == other.device && inode == other.inode }

    package static func isSame(_ one: String, _ other: String) -> Bool {
        guard let one = FileStatus(one, followsLinks: true), let other = FileStatus(other, followsLinks: true) else {
            return false
        }
        return one.isSameFile(as: other)
    }

    package static func exists(_ path: String) -> Bool { FileStatus(path) != nil }

    package static func isFolder(_ path: String) -> Bool { FileStatus(path, followsLinks: true)?.kind == .folder }
}
