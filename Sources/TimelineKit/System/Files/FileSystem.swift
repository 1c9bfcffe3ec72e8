internal import TimelineLibc

package enum FileSystem {
    /// In no particular order. With `parent`, `folder` is relative to the folder of that descriptor.
    package static func names(
        in folder: String, of parent: Int32? = nil, limit: Int = .max
    ) throws(FileError) -> [String] {
        let descriptor = openat(parent ?? AT_FDCWD, folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(folder, "open", errno) }
        guard let stream = fdopendir(descriptor) else {
            close(descriptor)
            throw FileError(folder, "open", errno)
        }
        defer { closedir(stream) }
        var names: [String] = []
        while names.count < limit {
            errno = 0
            guard let entry = readdir(stream) else {
                // The end of the folder, or an error.
                if errno != 0 { throw FileError(folder, "read", errno) }
                break
            }
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    package static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

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
    static func makeParents(of path: String) throws(FileError) {
        let folder = split(path).folder
        // The caller that creates the file gets the error of a path that no system takes.
        if exists(folder) || path.utf8.count > 4096 { return }
        try makeParents(of: folder)
        try makeFolder(folder)
    }

    package static func remove(_ path: String) { unlink(path) }

    /// Follows links.
    package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Replaces a file or link of that name. Returns 0 or an error number.
    package static func rename(_ path: String, to other: String) -> Int32 {
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
