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
        let text = String(cString: strerror(code))
        return text.prefix(1).lowercased() + text.dropFirst()
    }

    /// What is said of a pipe or a device, which cannot be read at any place. No system call gives this number.
    static let notRegular: Int32 = -1

    /// Whether the file stands in the way of a new one.
    package var exists: Bool { code == EEXIST }

    /// Whether there is no such file.
    package var isMissing: Bool { code == ENOENT || code == ENOTDIR }

    public var description: String { "cannot \(operation) \(path): \(reason)" }
}

extension FileError {
    /// What is said of a file that changed while it was being read.
    static let changedUnderneath = ESTALE
}
