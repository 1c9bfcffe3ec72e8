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
    /// - Throws: `FileError`; where a file is there already and is not to be replaced, too.
    package static func write(_ bytes: some ByteSource, to path: String, replacing: Bool) throws(FileError) {
        if !replacing { try requireNew(path) }
        var template = Array("\(path).XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw FileError(path, "create", errno) }
        // A umask may take from the owner, too.
        var failure: Int32 = fchmod(descriptor, 0o600) == 0 ? 0 : errno
        var offset = 0
        while failure == 0 {
            let piece: [UInt8]
            do throws(FileError) { piece = try bytes.read(at: offset, count: windowSize) } catch {
                close(descriptor)
                unlink(template)
                throw error
            }
            if piece.isEmpty { break }
            do throws(FileError) {
                try FileSizeLimit.requireRoom(for: piece.count, after: offset, in: path)
            } catch {
                failure = error.code
                break
            }
            offset += piece.count
            var written = 0
            while written < piece.count, failure == 0 {
                let more = writeSome(descriptor, piece, from: written)
                if more < 0, errno != EINTR { failure = errno }
                written += max(0, more)
            }
        }
        if close(descriptor) != 0, failure == 0 { failure = errno }
        if failure == 0 {
            // A link fails where the name is taken; a rename replaces.
            if replacing {
                if rename(template, path) == 0 { return }
            } else if link(template, path) == 0 {
                unlink(template)
                return
            }
            failure = errno
        }
        unlink(template)
        throw FileError(path, "create", failure)
    }

    private static func writeSome(_ descriptor: Int32, _ bytes: [UInt8], from start: Int) -> Int {
        bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress! + start, $0.count - start) }
    }
}

/// `write(2)`, whose name a method above hides.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
