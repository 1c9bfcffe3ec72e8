#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// What the system said when a file was to be opened, read or written.
public struct FileError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file, as it was named.
    public let path: String
    /// What was tried: `open`, `read`, `create`, `write`.
    let operation: String
    /// The system's error number, as in `errno`.
    public let code: Int32

    package init(_ path: String, _ operation: String, _ code: Int32) {
        self.path = path
        self.operation = operation
        self.code = code
    }

    /// The system's words for the error, without a capital: `no space left on device`.
    public var reason: String {
        switch code {
        case Self.notRegular: return "it is no regular file; pipe what it holds to standard input, as -"
        // As `O_NOFOLLOW` has it; the system's words, too many levels of links, do not fit a single one.
        case Self.link: return "it is a symbolic link, which is not followed"
        case Self.isForeign: return "it is owned by another user"
        case Self.isInForeignFolder:
            return "its folder is owned by another user, who could put another file in its place"
        case Self.isOpen: return "others may put files into it; make its mode 700"
        case Self.isNoFile: return "it is no regular file"
        case Self.lineTooLong: return "a line would be longer than readers take, which is 256 MiB"
        default: break
        }
        if let obstacle = OwnFile.Obstacle(rawValue: code) {
            return "\(obstacle.description), and not ours to replace: move it away"
        }
        let text = String(cString: strerror(code))
        return text.prefix(1).lowercased() + text.dropFirst()
    }

    /// Whether something could not be written, rather than read.
    package var isOfWriting: Bool { operation == "write" || operation == "create" }

    /// Whether the file stands in the way of a new one.
    package var exists: Bool { code == EEXIST }

    /// Whether there is no such file.
    package var isMissing: Bool { code == ENOENT || code == ENOTDIR }

    public var description: String { "cannot \(operation) \(path): \(reason)" }
}

// MARK: - Codes

/// Those below 0 are given by no system call.
extension FileError {
    /// A pipe or a device, which cannot be read at any place.
    static let notRegular: Int32 = -1
    /// A file or folder of another user.
    package static let isForeign: Int32 = -2
    /// A folder to which others may write.
    package static let isOpen: Int32 = -3
    package static let isNoFile: Int32 = -4
    /// A line that no reader would take.
    package static let lineTooLong: Int32 = -5
    /// A recording in another user's folder.
    package static let isInForeignFolder: Int32 = -6

    /// The file changed while it was being read.
    package static var changedUnderneath: Int32 { ESTALE }
    package static var badDescriptor: Int32 { EBADF }
    package static var existing: Int32 { EEXIST }
    package static var interrupted: Int32 { EINTR }
    package static var isAFolder: Int32 { EISDIR }
    package static var link: Int32 { ELOOP }
    package static var missing: Int32 { ENOENT }
    package static var noSpace: Int32 { ENOSPC }
    package static var notAFolder: Int32 { ENOTDIR }
    package static var permissionDenied: Int32 { EACCES }
    package static var tooLarge: Int32 { EFBIG }
}
