#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// The metadata of a file.
package struct FileStatus: Equatable, Sendable {
    package enum Kind: Sendable {
        case file, folder, link, socket
        /// A pipe or a device.
        case other
    }

    package let kind: Kind
    /// The user who owns the file.
    package let owner: UInt32
    /// The permission bits, as for `chmod(2)`.
    package let permissions: Int
    /// In bytes.
    package let size: Int
    /// The number of names; 0 for a deleted file.
    package let links: Int
    /// Device and inode identify the file under any name.
    package let device: UInt64
    package let inode: UInt64
    /// The time of the last change of the contents, since 1970.
    package let modified: Duration

    /// The status of the file at `path`; nil if there is none, or it cannot be reached.
    package init?(_ path: String, followsLinks: Bool = false) {
        guard let status = try? FileStatus(of: path, followsLinks: followsLinks) else { return nil }
        self = status
    }

    /// The same, but throws.
    package init(of path: String, followsLinks: Bool = false) throws(FileError) {
        var status = stat()
        guard (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 else {
            throw FileError(path, "open", errno)
        }
        self.init(status)
    }

    /// The status of an open file; nil if the descriptor is not open.
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

    /// Whether the user of this process owns the file.
    package var isOwn: Bool { owner == geteuid() }

    /// Whether only this user, or root, may read and write the file.
    package var isPrivate: Bool { permissions & 0o077 == 0 && (isOwn || owner == 0) }

    /// Whether users other than the owner may write.
    package var isWritableByOthers: Bool { permissions & 0o022 != 0 }

    /// The whole seconds since the last change of the contents.
    package var age: Int { max(0, Int(time(nil)) - Int(modified.components.seconds)) }

    package func isSameFile(as other: FileStatus) -> Bool { device == other.device && inode == other.inode }

    /// Whether two paths lead to one file or folder.
    package static func isSame(_ one: String, _ other: String) -> Bool {
        guard let one = FileStatus(one, followsLinks: true), let other = FileStatus(other, followsLinks: true) else {
            return false
        }
        return one.isSameFile(as: other)
    }

    /// Whether there is a file, folder or link at `path`. Does not follow links.
    package static func exists(_ path: String) -> Bool { FileStatus(path) != nil }

    /// Whether `path` leads to a folder.
    package static func isFolder(_ path: String) -> Bool { FileStatus(path, followsLinks: true)?.kind == .folder }
}
