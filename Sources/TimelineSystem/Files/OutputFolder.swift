#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Makes a folder whole or not at all: under another name beside it first, mode 0700.
///
/// A folder that is not finished goes away. Where its process is killed it stays, as `PATH.` and six letters, until a folder
/// is begun at the same path: a file in it that nobody holds locked any more tells it from whatever else bears such a name.
package struct OutputFolder: ~Copyable {
    private let path: String
    /// Where it is made.
    private let draft: String
    /// The open file that says so, locked. Less than 0 where there is none.
    private let sign: Int32
    private static let signName = ".timeline-draft"

    /// Begins a folder at `path`, with nothing in it.
    package init(_ path: String) throws(FileError) {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        self.path = path
        Self.removeLeft(beside: path)
        draft = try Self.fresh(beside: path)
        sign = open("\(draft)/\(Self.signName)", O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        if sign >= 0 { flock(sign, LOCK_EX | LOCK_NB) }
    }

    deinit {
        Self.remove(draft)
        if sign >= 0 { close(sign) }
    }

    /// Where a file of this name is to be written.
    package func place(of name: String) -> String { "\(draft)/\(name)" }

    /// Puts it in its place.
    ///
    /// - Parameter replacing: Whether the folder that is there is removed. See `stranger(in:)` before.
    package consuming func finish(replacing: Bool) throws(FileError) {
        unlink("\(draft)/\(Self.signName)")
        guard replacing, PrivateFolder.isFolder(path) else {
            try OutputFile.requireNew(path)
            guard rename(draft, path) == 0 else { throw FileError(path, "create", errno) }
            return
        }
        // A folder that is empty may be replaced, so the old one goes aside in one step.
        let aside = try Self.fresh(beside: path)
        guard rename(path, aside) == 0 else {
            let code = errno
            rmdir(aside)
            throw FileError(path, "replace", code)
        }
        guard rename(draft, path) == 0 else {
            let code = errno
            rename(aside, path)
            throw FileError(path, "create", code)
        }
        Self.remove(aside)
    }

    /// The name of something in a folder that is no file, or none of those that may go with the folder where it is
    /// replaced; nil where there is none, or no folder.
    package static func stranger(
        in folder: String, mayGo: (_ name: String) -> Bool
    ) throws(FileError) -> String? {
        guard PrivateFolder.isFolder(folder) else { return nil }
        return try entries(of: folder).sorted().first { name in
            var status = stat()
            let isFile = lstat("\(folder)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            return !isFile || !mayGo(name)
        }
    }

    private static func fresh(beside path: String) throws(FileError) -> String {
        var template = Array("\(path).XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw FileError(path, "create", errno) }
        chmod(template, 0o700)
        return template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    }

    /// Removes what was left at `path` by those who were killed.
    private static func removeLeft(beside path: String) {
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let name = (slash.map { String(path[$0...].dropFirst()) } ?? path) + "."
        for entry in (try? entries(of: folder)) ?? []
        where entry.hasPrefix(name) && entry.utf8.count == name.utf8.count + 6 {
            let left = "\(folder)/\(entry)"
            let sign = open("\(left)/\(signName)", O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            guard sign >= 0 else { continue }
            if isOwnFolder(left), flock(sign, LOCK_EX | LOCK_NB) == 0 { remove(left) }
            close(sign)
        }
    }

    private static func isOwnFolder(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid()
    }

    /// Removes a folder with the files in it.
    private static func remove(_ folder: String) {
        for name in (try? entries(of: folder)) ?? [] { unlink("\(folder)/\(name)") }
        rmdir(folder)
    }

    private static func entries(of folder: String) throws(FileError) -> [String] {
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
}
