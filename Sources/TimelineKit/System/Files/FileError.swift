internal import TimelineLibc

/// A failed operation on a file or folder.
public struct FileError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The path of the file, as it was given.
    public let path: String
    let operation: String
    /// The error number, as in `errno`; negative for the codes of this package.
    public let code: Int32

    package init(_ path: String, _ operation: String, _ code: Int32) {
        (self.path, self.operation, self.code) = (path, operation, code)
    }

    package init(_ path: String, _ operation: String, _ code: PackageCode) { self.init(path, operation, code.rawValue) }

    /// The message for the error, in lower case: `no space left on device`.
    package var reason: String {
        if let code = PackageCode(rawValue: code) { return code.reason }
        // `O_NOFOLLOW` reports a link with this code, whose system message concerns too many levels of links.
        if code == ELOOP { return "it is a symbolic link, which is not followed" }
        return systemReason.prefix(1).lowercased() + systemReason.dropFirst()
    }

    /// The system's message: `No space left on device`.
    package var systemReason: String { String(cString: strerror(code)) }
    package var isBrokenPipe: Bool { code == EPIPE }
    package var isOfWriting: Bool { ["write", "create", "replace", "sync"].contains(operation) }
    package var exists: Bool { code == EEXIST }
    package var isMissing: Bool { code == ENOENT || code == ENOTDIR }
    public var description: String { "cannot \(operation) \(path): \(reason)" }
}

// MARK: - Codes

extension FileError {
    /// Errors that no system call reports. Negative, so that they differ from `errno`.
    package enum PackageCode: Int32 {
        /// A pipe or a device, without random access.
        case notSeekable = -1
        case otherUser = -2
        case writableByOthers = -3
        case notRegular = -4
        case lineTooLong = -5
        case folderOfOtherUser = -6
        case notAFolder = -7
        case invalidName = -8
        // A file to replace that this package did not write.
        case replacingLink = -10
        case replacingFolder = -11
        case replacingPipe = -12
        case replacingOtherUsers = -13
        case replacingOtherKind = -14

        fileprivate var reason: String {
            let notOurs = ", and not ours to replace: move it away"
            return switch self {
            case .notSeekable: "it is not a regular file; pipe what it holds to standard input, as -"
            case .otherUser: "it is owned by another user"
            case .writableByOthers: "other users may write to it; set its mode to 700"
            case .notRegular: "it is not a regular file"
            case .lineTooLong: "a line would be longer than the limit of readers, 256 MiB"
            case .folderOfOtherUser: "its folder is owned by another user, who could put another file in its place"
            case .notAFolder: "it is not a folder"
            case .invalidName: "the name of its files is empty, begins with a dot or has a slash"
            case .replacingLink: "it is a symbolic link" + notOurs
            case .replacingFolder: "it is a folder" + notOurs
            case .replacingPipe: "it is not a regular file" + notOurs
            case .replacingOtherUsers: "it is owned by another user" + notOurs
            case .replacingOtherKind: "it does not hold what was expected" + notOurs
            }
        }
    }

    package static var changedUnderneath: Int32 { ESTALE }
    static var badDescriptor: Int32 { EBADF }
    package static var existing: Int32 { EEXIST }
    package static var interrupted: Int32 { EINTR }
    package static var isAFolder: Int32 { EISDIR }
    static var link: Int32 { ELOOP }
    package static var missing: Int32 { ENOENT }
    package static var noSpace: Int32 { ENOSPC }
    static var permissionDenied: Int32 { EACCES }
    package static var tooLarge: Int32 { EFBIG }
}
