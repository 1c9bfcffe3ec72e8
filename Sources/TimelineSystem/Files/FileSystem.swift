#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Folders, and the names of files.
package enum FileSystem {
    /// The names of what is in a folder, in no order.
    package static func names(in folder: String) throws(FileError) -> [String] {
        guard let stream = opendir(folder) else { throw FileError(folder, "open", errno) }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// A path as the folder and the name in it.
    package static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
        return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path[slash...].dropFirst()))
    }

    /// Creates a folder, mode 0700 whatever the umask. False if something of that name exists.
    @discardableResult
    package static func makeFolder(_ path: String) throws(FileError) -> Bool {
        guard mkdir(path, 0o700) == 0 else {
            if errno == EEXIST { return false }
            throw FileError(path, "create", errno)
        }
        chmod(path, 0o700)
        return true
    }

    /// Creates a folder, mode 0700, named `path`, a dot and six random letters. Returns its path.
    static func makeFolder(beside path: String) throws(FileError) -> String {
        var template = Array("\(path).XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw FileError(path, "create", errno) }
        chmod(template, 0o700)
        return template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    }

    /// Removes a file, if it exists.
    package static func remove(_ path: String) { unlink(path) }

    /// Removes a folder with the files in it.
    static func removeFolder(_ path: String) {
        for name in (try? names(in: path)) ?? [] { unlink("\(path)/\(name)") }
        rmdir(path)
    }

    /// Renames a file or folder. A file that has the name is replaced, a link too. Returns 0 or an error number.
    static func rename(_ path: String, to other: String) -> Int32 {
        systemRename(path, other) == 0 ? 0 : errno
    }

    /// Gives a file a second name. Returns 0 or an error number: one where the name is taken.
    package static func link(_ path: String, to other: String) -> Int32 { systemLink(path, other) == 0 ? 0 : errno }
}

/// `rename(2)` and `link(2)`, whose names the methods above hide.
private func systemRename(_ path: String, _ other: String) -> Int32 { rename(path, other) }

private func systemLink(_ path: String, _ other: String) -> Int32 { link(path, other) }
