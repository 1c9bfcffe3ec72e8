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

    package init(_ path: String, _ operation: String, _ obstacle: Obstacle) {
        self.init(path, operation, obstacle.rawValue)
    }

    /// The system's words for the error, without a capital: `no space left on device`.
    public var reason: String {
        if let obstacle = Obstacle(rawValue: code) { return obstacle.reason }
        // As `O_NOFOLLOW` has it; the system's words, too many levels of links, do not fit a single one.
        if code == ELOOP { return "it is a symbolic link, which is not followed" }
        return systemReason.prefix(1).lowercased() + systemReason.dropFirst()
    }

    /// The system's words as they are: `No space left on device`.
    package var systemReason: String { String(cString: strerror(code)) }

    /// Whether no one reads the pipe any more.
    package var isBrokenPipe: Bool { code == EPIPE }

    /// Whether something could not be written, rather than read.
    package var isOfWriting: Bool { operation == "write" || operation == "create" }

    /// Whether the file stands in the way of a new one.
    package var exists: Bool { code == EEXIST }

    /// Whether there is no such file.
    package var isMissing: Bool { code == ENOENT || code == ENOTDIR }

    public var description: String { "cannot \(operation) \(path): \(reason)" }
}

// MARK: - Codes

extension FileError {
    /// What no system call reports. The numbers stand among those of `errno`.
    package enum Obstacle: Int32 {
        /// A pipe or a device, which cannot be read at any place.
        case notSeekable = -1
        case otherUser = -2
        case writableByOthers = -3
        case notRegular = -4
        /// A line that no reader would take.
        case lineTooLong = -5
        case folderOfOtherUser = -6
        // What stands under a name of ours, and is not ours.
        case replacingLink = -10
        case replacingFolder = -11
        case replacingPipe = -12
        case replacingOtherUsers = -13
        case replacingOtherKind = -14

        fileprivate var reason: String {
            let notOurs = ", and not ours to replace: move it away"
            return switch self {
            case .notSeekable: "it is no regular file; pipe what it holds to standard input, as -"
            case .otherUser: "it is owned by another user"
            case .writableByOthers: "others may put files into it; make its mode 700"
            case .notRegular: "it is no regular file"
            case .lineTooLong: "a line would be longer than readers take, which is 256 MiB"
            case .folderOfOtherUser:
                "its folder is owned by another user, who could put another file in its place"
            case .replacingLink: "it is a symbolic link" + notOurs
            case .replacingFolder: "it is a folder" + notOurs
            case .replacingPipe: "it is no regular file" + notOurs
            case .replacingOtherUsers: "it is owned by another user" + notOurs
            case .replacingOtherKind: "it holds something else than was expected" + notOurs
            }
        }
    }

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
