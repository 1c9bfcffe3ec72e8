#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

package enum FileSystem {
    /// In no particular order.
    package static func names(in folder: String) throws(FileError) -> [String] {
        guard let stream = opendir(folder) else { throw FileError(folder, "open", errno) }
        defer { closedir(stream) }
        errno = 0
        let names = names(limit: .max) { readdir(stream) }
        // Nil is the end of the folder, or an error.
        guard errno == 0 else { throw FileError(folder, "read", errno) }
        return names
    }

    static func names(in folder: borrowing FileDescriptor, limit: Int) -> [String] {
        let copy = openat(folder.rawValue, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0 else { return [] }
        guard let stream = fdopendir(copy) else {
            close(copy)
            return []
        }
        defer { closedir(stream) }
        return names(limit: limit) { readdir(stream) }
    }

    private static func names(limit: Int, next: () -> UnsafeMutablePointer<dirent>?) -> [String] {
        var names: [String] = []
        while names.count < limit, let entry = next() {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    package static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
        return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path[slash...].dropFirst()))
    }

    /// Of mode 0700, whatever the umask. Returns false if the name exists.
    @discardableResult
    package static func makeFolder(_ path: String) throws(FileError) -> Bool {
        guard mkdir(path, 0o700) == 0 else {
            if errno == EEXIST { return false }
            throw FileError(path, "create", errno)
        }
        chmod(path, 0o700)
        return true
    }

    /// Creates the missing folders above a path, as `makeFolder` does.
    package static func makeParents(of path: String) throws(FileError) {
        let folder = split(path).folder
        // The caller that creates the file gets the error of a path that no system takes.
        if exists(folder) || path.utf8.count > 4096 { return }
        try makeParents(of: folder)
        try makeFolder(folder)
    }

    /// Of mode 0700. Returns its path: `path`, a dot and six random characters.
    package static func makeFolder(beside path: String) throws(FileError) -> String {
        var template = Array("\(path).XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw FileError(path, "create", errno) }
        chmod(template, 0o700)
        return template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    }

    package static func remove(_ path: String) { unlink(path) }

    static func removeFolder(_ path: String) {
        for name in (try? names(in: path)) ?? [] { unlink("\(path)/\(name)") }
        rmdir(path)
    }

    package static func removeEmptyFolder(_ path: String) { rmdir(path) }

    /// Follows links.
    package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    package static func isExecutable(_ path: String) -> Bool {
        FileStatus(path, followsLinks: true)?.kind == .file && access(path, X_OK) == 0
    }

    package static func requireWritableFolder(of path: String) throws(FileError) {
        guard access(split(path).folder, W_OK) == 0 else { throw FileError(path, "create", errno) }
    }

    package static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        return "\(String(cString: folder))/\(path)"
    }

    /// The absolute path without links; nil if there is no such file.
    package static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    @discardableResult
    package static func move(_ path: String, to other: String) throws(FileError) -> Bool {
        let code = rename(path, to: other)
        guard code == 0 || code == ENOENT else { throw FileError(path, "replace", code) }
        return code == 0
    }

    /// Replaces a file or link of that name. Returns 0 or an error number.
    static func rename(_ path: String, to other: String) -> Int32 {
        renameat(AT_FDCWD, path, AT_FDCWD, other) == 0 ? 0 : errno
    }

    /// Returns 0 or an error number, such as `EEXIST`.
    package static func renameUnlessExisting(_ path: String, to other: String) -> Int32 {
        // Unlike a rename, a link fails if the name exists.
        if linkat(AT_FDCWD, path, AT_FDCWD, other, 0) == 0 {
            remove(path)
            return 0
        }
        if [EEXIST, ENOENT].contains(errno) { return errno }
        // The file system has no hard links, as exFAT: an empty file reserves the name.
        do throws(FileError) { _ = try FileDescriptor(other, for: .creating) } catch { return error.code }
        let code = rename(path, to: other)
        if code != 0 { remove(other) }
        return code
    }
}
