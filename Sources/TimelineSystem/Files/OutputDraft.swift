#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A file while it is written, mode 0600. It has no name where the system can give it one afterwards; elsewhere, one that
/// is given up where it is not finished.
struct OutputDraft: ~Copyable {
    let descriptor: Int32
    /// Nil where it has none.
    private let name: [CChar]?

    init(for path: String) throws(FileError) {
        let nameless = Self.nameless(for: path)
        if nameless >= 0 {
            (descriptor, name) = (nameless, nil)
        } else {
            var template = Self.template(path)
            descriptor = mkstemp(&template)
            guard descriptor >= 0 else { throw FileError(path, "create", errno) }
            name = template
        }
        // A umask may take from the owner, too.
        fchmod(descriptor, 0o600)
    }

    deinit {
        close(descriptor)
        if let name { unlink(name) }
    }

    /// Gives it its name. Returns 0, or an error number.
    consuming func finish(at path: String, replacing: Bool) -> Int32 {
        // Some file systems tell only when a file is closed that it found no room.
        let copy = dup(descriptor)
        if copy >= 0, close(copy) != 0 { return errno }
        // A link fails where the name is taken; a rename replaces.
        if linkDraft(to: path) { return 0 }
        guard errno == EEXIST, replacing else { return errno }
        if let name { return rename(name, path) == 0 ? 0 : errno }
        // Between these two a kill may leave the whole file under another name.
        var other = Self.template(path)
        let placeholder = mkstemp(&other)
        guard placeholder >= 0 else { return errno }
        close(placeholder)
        unlink(other)
        let aside = other.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        guard linkDraft(to: aside) else { return errno }
        if rename(aside, path) == 0 { return 0 }
        let failure = errno
        unlink(aside)
        return failure
    }

    private func linkDraft(to path: String) -> Bool {
        if let name { return link(name, path) == 0 }
        return linkat(AT_FDCWD, Self.place(of: descriptor), AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0
    }

    private static func template(_ path: String) -> [CChar] { Array("\(path).XXXXXX".utf8CString) }

    /// Where a file that has no name is found, so that it can be given one.
    private static func place(of descriptor: Int32) -> String { "/proc/self/fd/\(descriptor)" }

    /// A descriptor of a file without a name that may get that of `path`; less than 0 where there is no such thing.
    private static func nameless(for path: String) -> Int32 {
        #if os(Linux) || os(Android)
            // `O_TMPFILE` of open(2), which Swift does not see.
            let flags = 0o20_000_000 | O_DIRECTORY | O_WRONLY | O_CLOEXEC
            let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
            let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
            let descriptor = open(folder, flags, 0o600)
            if descriptor >= 0, access(place(of: descriptor), F_OK) != 0 {
                close(descriptor)
                return -1
            }
            return descriptor
        #else
            return -1
        #endif
    }
}
