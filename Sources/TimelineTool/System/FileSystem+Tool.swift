internal import TimelineKit
internal import TimelineLibc

extension FileSystem {
    /// Of mode 0700. Returns its path: `path`, a dot and six random characters.
    static func makeFolder(beside path: String) throws(FileError) -> String {
        var template = Array("\(path).XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw FileError(path, "create", errno) }
        chmod(template, 0o700)
        return template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    }

    static func removeEmptyFolder(_ path: String) { rmdir(path) }

    static func isExecutable(_ path: String) -> Bool {
        FileStatus(path, followsLinks: true)?.kind == .file && access(path, X_OK) == 0
    }

    static func requireWritableFolder(of path: String) throws(FileError) {
        guard access(split(path).folder, W_OK) == 0 else { throw FileError(path, "create", errno) }
    }

    static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        return "\(String(cString: folder))/\(path)"
    }

    /// The absolute path without links; nil if there is no such file.
    static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    static func isInside(_ path: String, _ folder: String) -> Bool {
        // The names of a path may be `..`.
        guard let parent = resolved(split(path).folder) else { return false }
        let names = parent.split(separator: "/")
        return (0...names.count).contains { FileStatus.isSame("/" + names.prefix($0).joined(separator: "/"), folder) }
    }

    @discardableResult
    static func move(_ path: String, to other: String) throws(FileError) -> Bool {
        let code = rename(path, to: other)
        guard code == 0 || code == ENOENT else { throw FileError(path, "replace", code) }
        return code == 0
    }
}

extension FileDescriptor {
    func restrictToOwner() { fchmod(rawValue, 0o600) }

    func removeEntry(_ name: String) -> Bool { unlinkat(rawValue, name, 0) == 0 }
}
