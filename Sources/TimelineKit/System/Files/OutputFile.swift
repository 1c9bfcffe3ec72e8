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

    /// A process that is killed may leave `PATH.` and six letters. If `isDurable`, returns when the file is on the disk; its name may not be,
    /// if the folder cannot be synced.
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

/// Removed unless it is finished. Errors show the final path.
private struct OutputDraft: ~Copyable {
    private let path: String
    private let file: FileDescriptor

    init(for path: String) throws(FileError) {
        self.path = path
        do throws(FileError) { file = try FileDescriptor(temporary: "\(path).") } catch {
            throw FileError(path, "create", error.code)
        }
    }

    // Once it is finished, nothing has this name.
    deinit { FileSystem.remove(file.path) }

    borrowing func append(_ piece: [UInt8], at offset: Int) throws(FileError) {
        do throws(FileError) {
            try SystemFiles().requireRoom(for: piece.count, after: offset, in: path)
            try file.write(piece)
        } catch {
            throw FileError(path, "create", error.code)
        }
    }

    consuming func finish(replacing: Bool, isDurable: Bool) throws(FileError) {
        var code: Int32 = 0
        if isDurable { do throws(FileError) { try file.sync() } catch { code = error.code } }
        if code == 0 { code = file.errorOnClose()?.code ?? 0 }
        if code == 0 {
            code =
                replacing
                ? FileSystem.rename(file.path, to: path) : FileSystem.renameUnlessExisting(file.path, to: path)
        }
        if code != 0 { throw FileError(path, "create", code) }
    }
}
