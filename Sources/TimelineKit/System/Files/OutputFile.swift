/// Writes a file atomically: a temporary file of mode 0600 in the same folder, then a rename.
package enum OutputFile {
    package enum Replaceable: Sendable {
        case nothing
        case file
        /// Only if the contents are the same when the new file is complete.
        case contents([UInt8])
        /// Any file or link. Replaces the link, not its target.
        case anything
    }

    package static func requireNew(_ path: String) throws(FileError) {
        if FileStatus.exists(path) { throw FileError(path, "create", FileError.existing) }
    }

    private static let windowSize = 1 << 20

    package static func write(_ bytes: some ByteSource, to path: String, replacing: Bool) throws(FileError) {
        try write(bytes, to: path, replacing: replacing ? .file : .nothing)
    }

    /// A process that is killed may leave `PATH.` and six letters if the file system supports no unnamed files. If `isDurable`, returns
    /// when the file is on the disk; its name may not be, if the folder cannot be synced.
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

    /// Throws if a file of 4096 bytes cannot be created there. Leaves none.
    package static func probe(_ path: String) throws(FileError) {
        try OutputDraft(for: path).append([UInt8](repeating: 0x20, count: 4096), at: 0)
    }
}

/// Unnamed if the system supports it; otherwise named, and removed unless it is finished. Errors show the final path.
private struct OutputDraft: ~Copyable {
    private let path: String
    private let file: FileDescriptor
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

    consuming func finish(replacing: Bool, isDurable: Bool) throws(FileError) {
        let code = finishing(replacing: replacing, isDurable: isDurable)
        if code != 0 { throw FileError(path, "create", code) }
    }

    private borrowing func finishing(replacing: Bool, isDurable: Bool) -> Int32 {
        if isDurable { do throws(FileError) { try file.sync() } catch { return error.code } }
        if let error = file.errorOnClose() { return error.code }
        if let name {
            return replacing ? FileSystem.rename(name, to: path) : FileSystem.renameUnlessExisting(name, to: path)
        }
        // A link fails if the name exists; a rename replaces the file.
        let code = file.link(to: path)
        guard code == FileError.existing, replacing else { return code }
        // A kill from here on may leave the complete file under a temporary name.
        let aside: String
        do throws(FileError) { aside = try Self.create(beside: path).path } catch { return error.code }
        FileSystem.remove(aside)
        let linked = file.link(to: aside)
        guard linked == 0 else { return linked }
        let renamed = FileSystem.rename(aside, to: path)
        if renamed != 0 { FileSystem.remove(aside) }
        return renamed
    }
}
