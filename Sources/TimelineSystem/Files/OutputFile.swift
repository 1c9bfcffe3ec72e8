/// Writes a file whole or not at all: under another name in the same folder first, mode 0600.
package enum OutputFile {
    /// What a new file may take the place of.
    package enum Replaceable: Sendable {
        case nothing
        /// A regular file.
        case file
        /// A regular file that holds this when the new one is ready.
        case contents([UInt8])
        /// Whatever has the name; a link itself is replaced, not what it leads to.
        case anything
    }

    /// - Throws: `FileError` where something of that name is there, whatever it is.
    package static func requireNew(_ path: String) throws(FileError) {
        if FileStatus.exists(path) { throw FileError(path, "create", FileError.existing) }
    }

    private static let windowSize = 1 << 20

    /// Whether a file at `path` would stand in `folder`, or deeper in it.
    package static func isInside(_ path: String, _ folder: String) -> Bool {
        var parts = path.split(separator: "/", omittingEmptySubsequences: false)
        while !parts.isEmpty {
            parts.removeLast()
            let parent = parts.isEmpty ? "." : parts == [""] ? "/" : parts.joined(separator: "/")
            if FileStatus.isSame(parent, folder) { return true }
        }
        return false
    }

    /// Writes `bytes` to a file at `path`.
    package static func write(_ bytes: some ByteSource, to path: String, replacing: Bool) throws(FileError) {
        try write(bytes, to: path, replacing: replacing ? .file : .nothing)
    }

    /// Writes `bytes` to a file at `path`.
    ///
    /// A process that is killed while it writes leaves nothing, where the file system has files without a name;
    /// elsewhere a file `PATH.` and six letters may stay, which no reader of a folder takes for a timeline.
    ///
    /// - Parameter isDurable: Whether to return only when the file and its name are on the disk. Where a folder cannot be
    ///   synced, the name may be lost with the power.
    /// - Throws: `FileError`; where what is there may not be replaced, too.
    package static func write(
        _ bytes: some ByteSource, to path: String, replacing: Replaceable, isDurable: Bool = false
    ) throws(FileError) {
        switch replacing {
        case .nothing: try requireNew(path)
        case .file: try OwnFile.requireFile(path, orFolder: true)
        case .contents, .anything: break
        }
        let draft = try OutputDraft(for: path)
        var offset = 0
        while true {
            let piece = try bytes.read(at: offset, count: windowSize)
            if piece.isEmpty { break }
            try draft.append(piece, at: offset)
            offset += piece.count
        }
        var replaces = true
        if case .nothing = replacing { replaces = false }
        if case .contents(let expected) = replacing, (try? PrivateFile.read(path)) != expected {
            throw FileError(path, "create", FileError.changedUnderneath)
        }
        try draft.finish(replacing: replaces, isDurable: isDurable)
        if isDurable { _ = SystemFiles().syncFolder(of: path) }
    }

    /// Sees whether a small file can be made at `path`, of a page's size, and leaves none.
    package static func probe(_ path: String) throws(FileError) {
        try OutputDraft(for: path).append([UInt8](repeating: 0x20, count: 4096), at: 0)
    }
}

/// A file while it is written. It has no name where the system can give it one afterwards; elsewhere, one that is removed
/// if the file is not finished. Errors name the file that it is to become.
private struct OutputDraft: ~Copyable {
    private let path: String
    private let file: FileDescriptor
    /// Nil where it has none.
    private let name: String?

    init(for path: String) throws(FileError) {
        self.path = path
        if let unnamed = FileDescriptor(unnamedIn: FileSystem.split(path).folder) {
            file = unnamed
            name = nil
        } else {
            file = try Self.create(beside: path)
            name = file.path
        }
    }

    private static func create(beside path: String) throws(FileError) -> FileDescriptor {
        do throws(FileError) { return try FileDescriptor(temporary: "\(path).") } catch {
            throw FileError(path, "create", error.code)
        }
    }

    deinit { if let name { FileSystem.remove(name) } }

    borrowing func append(_ piece: [UInt8], at offset: Int) throws(FileError) {
        do throws(FileError) {
            try SystemFiles().requireRoom(for: piece.count, after: offset, in: path)
            try file.write(piece)
        } catch {
            throw FileError(path, "create", error.code)
        }
    }

    /// Gives it its name.
    consuming func finish(replacing: Bool, isDurable: Bool) throws(FileError) {
        let code = finishing(replacing: replacing, isDurable: isDurable)
        if code != 0 { throw FileError(path, "create", code) }
    }

    /// Returns 0, or an error number.
    private borrowing func finishing(replacing: Bool, isDurable: Bool) -> Int32 {
        if isDurable { do throws(FileError) { try file.sync() } catch { return error.code } }
        if let error = file.errorOnClose() { return error.code }
        // A link fails where the name is taken; a rename replaces.
        let code = link(to: path)
        guard code == FileError.existing, replacing else { return code }
        if let name { return FileSystem.rename(name, to: path) }
        // Between these two a kill may leave the whole file under another name.
        let aside: String
        do throws(FileError) { aside = try Self.create(beside: path).path } catch { return error.code }
        FileSystem.remove(aside)
        let linked = link(to: aside)
        guard linked == 0 else { return linked }
        let renamed = FileSystem.rename(aside, to: path)
        if renamed != 0 { FileSystem.remove(aside) }
        return renamed
    }

    private borrowing func link(to path: String) -> Int32 {
        name.map { FileSystem.link($0, to: path) } ?? file.link(to: path)
    }
}
