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
        if code == Self.notRegular { return "it is no regular file; pipe what it holds to standard input, as -" }
        // As `O_NOFOLLOW` has it; the system's words, too many levels of links, would puzzle whoever sees a single one.
        if code == ELOOP { return "it is a symbolic link, which is not followed" }
        if code == Self.isForeign { return "it is owned by another user" }
        if code == Self.isInForeignFolder {
            return "its folder is owned by another user, who could put another file in its place"
        }
        if code == Self.isOpen { return "others may put files into it; make its mode 700" }
        if code == Self.isNoFile { return "it is no regular file" }
        if code == Self.lineTooLong { return "a line would be longer than readers take, which is 256 MiB" }
        if let stranger = OwnFile.Stranger(rawValue: code) {
            return "\(stranger.description), and not ours to replace: move it away"
        }
        let text = String(cString: strerror(code))
        return text.prefix(1).lowercased() + text.dropFirst()
    }

    /// What is said of a pipe or a device, which cannot be read at any place. No system call gives this number.
    static let notRegular: Int32 = -1

    /// What is said of files and folders that others might have put there. No system call gives these numbers.
    package static let isForeign: Int32 = -2
    package static let isOpen: Int32 = -3
    package static let isNoFile: Int32 = -4

    /// What is said of a recording that was to stand in another user's folder. No system call gives this number.
    package static let isInForeignFolder: Int32 = -6

    /// What is said of a line that no reader would take. No system call gives this number.
    package static let lineTooLong: Int32 = -5

    /// Whether something could not be written, rather than read.
    package var isOfWriting: Bool { operation == "write" || operation == "create" }

    /// Whether the file stands in the way of a new one.
    package var exists: Bool { code == EEXIST }

    /// Whether there is no such file.
    package var isMissing: Bool { code == ENOENT || code == ENOTDIR }

    public var description: String { "cannot \(operation) \(path): \(reason)" }
}

extension FileError {
    /// What is said of a file that changed while it was being read.
    package static let changedUnderneath = ESTALE
}
