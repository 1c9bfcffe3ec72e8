#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Writes a file whole or not at all: under another name in the same folder first, mode 0600.
package enum OutputFile {
    /// - Throws: `FileError` where something of that name is there, whatever it is.
    package static func requireNew(_ path: String) throws(FileError) {
        var status = stat()
        if lstat(path, &status) == 0 { throw FileError(path, "create", EEXIST) }
    }

    private static let windowSize = 1 << 20

    /// Whether a file at `path` would stand in `folder`, or deeper in it.
    package static func isInside(_ path: String, _ folder: String) -> Bool {
        var parts = path.split(separator: "/", omittingEmptySubsequences: false)
        while !parts.isEmpty {
            parts.removeLast()
            let parent = parts.isEmpty ? "." : parts == [""] ? "/" : parts.joined(separator: "/")
            if isSame(parent, folder) { return true }
        }
        return false
    }

    /// Whether two paths lead to one file or folder.
    package static func isSame(_ one: String, _ other: String) -> Bool {
        var (first, second) = (stat(), stat())
        return stat(one, &first) == 0 && stat(other, &second) == 0 && first.st_dev == second.st_dev
            && first.st_ino == second.st_ino
    }

    /// Writes `bytes` to a file at `path`.
    ///
    /// Whoever is killed meanwhile leaves nothing, where the file system has files without a name; elsewhere a file
    /// `PATH.` and six letters may stay, which no reader of a folder takes for a timeline.
    ///
    /// - Throws: `FileError`; where a file is there already and is not to be replaced, or what is there is no file, too.
    package static func write(_ bytes: some ByteSource, to path: String, replacing: Bool) throws(FileError) {
        if replacing { try OwnFile.requireFile(path, orFolder: true) } else { try requireNew(path) }
        let draft = try OutputDraft(for: path)
        var offset = 0
        while true {
            let piece = try bytes.read(at: offset, count: windowSize)
            if piece.isEmpty { break }
            try append(piece, to: draft, at: offset, path)
            offset += piece.count
        }
        let failure = draft.finish(at: path, replacing: replacing)
        if failure != 0 { throw FileError(path, "create", failure) }
    }

    /// Sees whether a small file can be made at `path`, of a page's size, and leaves none.
    package static func probe(_ path: String) throws(FileError) {
        try append([UInt8](repeating: 0x20, count: 4096), to: try OutputDraft(for: path), at: 0, path)
    }

    private static func append(
        _ piece: [UInt8], to draft: borrowing OutputDraft, at offset: Int, _ path: String
    ) throws(FileError) {
        do throws(FileError) { try FileSizeLimit.requireRoom(for: piece.count, after: offset, in: path) } catch {
            throw FileError(path, "create", error.code)
        }
        var written = 0
        while written < piece.count {
            let more = writeSome(draft.descriptor, piece, from: written)
            if more < 0, errno != EINTR { throw FileError(path, "create", errno) }
            written += max(0, more)
        }
    }

    private static func writeSome(_ descriptor: Int32, _ bytes: [UInt8], from start: Int) -> Int {
        bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress! + start, $0.count - start) }
    }
}

/// `write(2)`, whose name a method above hides.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
